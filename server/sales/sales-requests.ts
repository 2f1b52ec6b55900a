import type { Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits; database: Database }

export const BODY = { bodyLimit: 256 * 1024 }

export const {
  refuse: salesError,
  sendRefusal: sendSalesError,
  parse,
  idOf,
  personOf,
  translate,
} = requestsOf({
  feature: 'sales',
  failed: 'a request about deals failed',
  refusals: {
    sales_not_found: [404, 'It is not there, or not any longer'],
    sales_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
    sales_changed: [409, 'Somebody else has changed this meanwhile. Nothing was stored.'],
    stage_in_use: [409, 'There are deals in a stage that would be removed. Nothing was changed.'],
    quote_closed: [409, 'The quote is in another state by now. Nothing was changed.'],
    deal_quoted: [409, 'A quote for this deal was sent, and keeps its number. Nothing was deleted.'],
    currency_fixed: [409, 'There are amounts in the present currency. Nothing was changed.'],
    forbidden: [403, 'Deals and quotes take the permission to manage sales'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    '22007': 'bad_request',
    '22008': 'bad_request',
    // A stage that somebody removed at the same moment.
    '23503': 'sales_changed',
    QS404: 'sales_not_found',
    QS440: 'sales_changed',
    QS441: 'stage_in_use',
    QS442: 'quote_closed',
    QS443: 'deal_quoted',
    QS444: 'currency_fixed',
    PT413: 'sales_limit',
  },
})
