import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: seoError,
  sendRefusal: sendSeoError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'seo',
  failed: 'a request about the public site failed',
  refusals: {
    forbidden: [403, 'This is for people of the organisation that runs the server who manage growth'],
    crawl_not_found: [404, 'There is no such crawl'],
    already_running: [409, 'A crawl is running already'],
    not_running: [409, 'The crawl has ended already'],
    not_built: [409, 'The site is not built yet: run npm start, or npm run build'],
    bad_from: [400, 'The old address has to be a path of this site, such as /old-page, without a question mark'],
    bad_to: [400, 'The new address has to be a path of this site or begin with https://'],
    same_address: [400, 'Both addresses are the same'],
    redirect_in_use: [409, 'There is a page at the old address: a redirect would never be reached'],
    redirect_leads_on: [409, 'The new address is a redirect itself, or the old one is where another redirect leads'],
    redirects_full: [409, 'There are as many redirects as there may be'],
    redirect_not_found: [404, 'There is no such redirect'],
  },
})
