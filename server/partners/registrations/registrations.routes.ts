import type { FastifyInstance } from 'fastify'
import { addRegistration, decideRegistration } from '#contract/partners/registrations-wire.ts'
import { listRoutes } from '../../lists/list-routes.ts'
import { askOne } from '../../db/ask.ts'
import { answeringPartners, personOf, type RequestServices } from '../partners-requests.ts'
import { partnersLimits } from '../partners-limits.ts'
import { REGISTRATIONS } from './registrations.list.ts'

/** Customers that partners registered, for who manages partners and decides between them. */
export function registrationRoutes(app: FastifyInstance, services: RequestServices): void {
  const on = answeringPartners(app, services)
  listRoutes(app, services, REGISTRATIONS, { personOf, limit: partnersLimits.partnersByUser })
  on(addRegistration, async (caller, { body: { id, partner_id: partner, ...fields } }) =>
    askOne(services, caller, 'select partners.add_registration($1, $2, $3) as id', [
      partner,
      id,
      JSON.stringify(fields),
    ]),
  )
  on(decideRegistration, async (caller, { id, body: { outcome, amount_minor: won, version } }) =>
    askOne(services, caller, 'select partners.decide_registration($1, $2, $3, $4) as version', [
      id,
      outcome,
      won,
      version,
    ]),
  )
}
