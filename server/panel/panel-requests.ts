import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import { namedLimits, type RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

/** Starting value, as those of `server/http/rate-limits.ts`: each list that is opened asks once. */
export const panelLimits = namedLimits({ viewsByUser: { burst: 120, refillSeconds: 0.5 } })

export const {
  refuse: panelError,
  sendRefusal: sendPanelError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'panel',
  failed: 'a request about saved views failed',
  refusals: {
    forbidden: [403, 'Views are saved by members of an organisation'],
    view_not_found: [404, 'There is no such view'],
    view_name_taken: [409, 'You have a view of this name already. Nothing was changed.'],
    views_full: [413, 'There are as many saved views as there may be. Nothing was stored.'],
  },
  sqlStates: {
    '42501': 'forbidden',
    // Without an organisation there is no tenant to store with it.
    '23502': 'forbidden',
    '23505': 'view_name_taken',
    '23514': 'bad_request',
    PT413: 'views_full',
  },
})
