import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: operationsError,
  sendRefusal: sendOperationsError,
  parse,
  personOf,
} = requestsOf({
  feature: 'operations',
  failed: 'a request about operations failed',
  refusals: {
    forbidden: [403, 'This is for who operates the server'],
    job_not_found: [404, 'It is done already, or is being done now'],
  },
})
