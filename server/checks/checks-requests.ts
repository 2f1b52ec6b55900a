import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: checksError,
  sendRefusal: sendChecksError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'checks',
  failed: 'a request about the comprehensive test failed',
  refusals: {
    forbidden: [403, 'This is for people of the organisation that runs the server who may run tests'],
    run_not_found: [404, 'There is no such run'],
    already_running: [409, 'The test runs already: follow that run, or cancel it'],
    not_of_run: [403, 'The browser of somebody else, or none, takes part in this run'],
    not_running: [409, 'The run has ended already'],
    too_many_watch: [429, 'Too many pages of yours follow runs at once'],
    still_running: [409, 'The run has not ended yet'],
  },
})
