import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { answering } from '../http/wire-requests.ts'
import { partnersLimits } from './partners-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits; database: Database }

export const BODY = { bodyLimit: 32 * 1024 }

const requests = requestsOf({
  feature: 'partners',
  failed: 'a request about partners failed',
  refusals: {
    partners_not_found: [404, 'It is not there, or not any longer'],
    partners_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
    partners_changed: [409, 'Somebody else has changed this meanwhile. Nothing was stored.'],
    tier_in_use: [409, 'There are partners in a tier that would be removed. Nothing was changed.'],
    code_taken: [409, 'This code is taken. Nothing was stored.'],
    customer_registered: [409, 'This partner has registered that customer already. Nothing was stored.'],
    partners_closed: [409, 'This has been decided, paid or has expired by now. Nothing was changed.'],
    customer_approved: [409, 'Another partner has this customer. Nothing was changed.'],
    account_taken: [409, 'This account is linked with another partner. Nothing was changed.'],
    partner_inactive: [409, 'The partner is paused or has ended. Nothing was stored.'],
    statement_empty: [409, 'Nothing was earned in that month, or it has not ended. Nothing was issued.'],
    forbidden: [403, 'Partners take the permission to manage them'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    '22007': 'bad_request',
    '22008': 'bad_request',
    // A tier that somebody removed at the same moment.
    '23503': 'partners_changed',
    // An account that somebody linked at the same moment.
    '23505': 'partners_changed',
    QS404: 'partners_not_found',
    QS450: 'partners_changed',
    QS451: 'tier_in_use',
    QS452: 'code_taken',
    QS453: 'customer_registered',
    QS454: 'partners_closed',
    QS455: 'customer_approved',
    QS456: 'account_taken',
    QS457: 'partner_inactive',
    QS458: 'statement_empty',
    PT413: 'partners_limit',
  },
})
export const { refuse: partnersError, sendRefusal: sendPartnersError, parse, idOf, personOf } = requests

/** Answers routes of the contract for who manages partners, or acts for one. */
export const answeringPartners = (app: FastifyInstance, services: RequestServices) =>
  answering(app, services, {
    parse,
    idOf,
    personOf,
    translate: requests.translate,
    limits: { read: partnersLimits.partnersByUser, change: partnersLimits.partnersChangeByUser },
    bodyLimitBytes: BODY.bodyLimit,
  })
