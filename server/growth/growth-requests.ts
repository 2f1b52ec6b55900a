import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

export const {
  refuse: growthError,
  sendRefusal: sendGrowthError,
  parse,
  idOf,
  personOf,
  translate,
} = requestsOf({
  feature: 'growth',
  failed: 'a request about contacts or newsletters failed',
  refusals: {
    growth_not_found: [404, 'It is not there, or not any longer'],
    growth_limit: [413, 'The organisation has as many of these as there may be. Nothing was stored.'],
    contact_suppressed: [
      409,
      'This person does not want newsletters, or cannot be reached. Only they can change that. Nothing was changed.',
    ],
    newsletter_moved: [
      409,
      'Somebody else changed the state of this newsletter. Look at it again. Nothing was changed.',
    ],
    newsletter_incomplete: [
      422,
      'A newsletter needs content, and a footer that says who sends it. Nothing was scheduled.',
    ],
    audience_in_use: [409, 'A newsletter is to be sent to this audience. Nothing was deleted.'],
    audience_exists: [409, 'There is an audience of this name already. Nothing was changed.'],
    contact_exists: [409, 'A contact with this email is there already. Nothing was changed.'],
    forbidden: [403, 'Contacts and newsletters take the permission to manage growth'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    QS404: 'growth_not_found',
    QS416: 'contact_suppressed',
    QS417: 'newsletter_moved',
    QS418: 'newsletter_incomplete',
    QS419: 'audience_in_use',
    '23505': 'audience_exists',
    PT413: 'growth_limit',
  },
})
