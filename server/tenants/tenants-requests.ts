import type { FastifyInstance } from 'fastify'
import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { answering } from '../http/wire-requests.ts'
import { tenantLimits } from './tenants-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

const BODY_LIMIT_BYTES = 8 * 1024

const requests = requestsOf({
  feature: 'tenants',
  failed: 'a request about organisations failed',
  refusals: {
    forbidden: [403, 'Only the organisation that runs the installation may do this'],
    reauthentication_needed: [403, 'Say first that it is you: by password, passkey or code. Nothing was changed.'],
    tenant_changed: [409, 'It is not there, or no longer in that state. Nothing was changed.'],
    already_entered: [409, 'Leave the organisation first that you have entered. Nothing was changed.'],
    export_running: [409, 'An export of this organisation is under way. Nothing was changed.'],
    demo_single: [409, 'Everybody joins one organisation here (ORGANISATION=single), so there is no other'],
    demo_exists: [409, 'A demo organisation is there already. Remove it first. Nothing was changed.'],
    demo_has_people: [
      409,
      'People are in it who are not invented. Remove them first, or delete it with days of grace. Nothing was changed.',
    ],
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
    QS488: 'demo_single',
    QS489: 'demo_exists',
    QS490: 'demo_has_people',
  },
})
export const { refuse: tenantsError, sendRefusal: sendTenantsError, parse, idOf, personOf } = requests

/** Answers routes of the contract for the operator. */
export const answeringTenants = (app: FastifyInstance, services: RequestServices) =>
  answering(app, services, {
    parse,
    idOf,
    personOf,
    translate: requests.translate,
    limits: { read: tenantLimits.tenantsByUser, change: 'changeByUser' },
    bodyLimitBytes: BODY_LIMIT_BYTES,
  })
