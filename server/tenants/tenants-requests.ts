import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

export const {
  refuse: tenantsError,
  sendRefusal: sendTenantsError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'tenants',
  failed: 'a request about organisations failed',
  refusals: {
    forbidden: [403, 'Only the organisation that runs the installation may do this'],
    reauthentication_needed: [403, 'Say first that it is you: by password, passkey or code. Nothing was changed.'],
    tenant_changed: [409, 'It is not there, or no longer in that state. Nothing was changed.'],
    already_entered: [409, 'Leave the organisation first that you have entered. Nothing was changed.'],
    export_running: [409, 'An export of this organisation is under way. Nothing was changed.'],
    legal_hold: [409, 'A legal hold keeps this organisation. Release it first. Nothing was changed.'],
    download_ended: [410, 'This download has begun already, or waited for too long. Start another export.'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    QS403: 'reauthentication_needed',
    QS406: 'tenant_changed',
    QS424: 'export_running',
    QS481: 'already_entered',
    QS425: 'legal_hold',
  },
})
