import type { FastifyInstance } from 'fastify'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { ask, BODY, idOf, pageOf, parse, personOf, type RequestServices } from '../partners-requests.ts'
import { decision, newRegistration, registrationPage } from './registrations.schemas.ts'
import { listRegistrations } from './registrations.sql.ts'
import { partnersLimits } from '../partners-limits.ts'

/** Customers that partners registered, for who manages partners and decides between them. */
export function registrationRoutes(app: FastifyInstance, services: RequestServices): void {
  const { database } = services
  app.get('/registrations', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    const { after, ...rules } = parse(registrationPage, request.query)
    const most = PARTNER_LIMITS.page
    const found = await listRegistrations({ database, caller }, rules, { after, most: most + 1 })
    const { rows, after: next } = pageOf(found, most)
    return { registrations: rows, after: next }
  })
  app.post('/registrations', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { id, partner_id: partner, ...fields } = parse(newRegistration, request.body)
    const [added] = await ask(services, caller, 'select partners.add_registration($1, $2, $3) as id', [
      partner,
      id,
      JSON.stringify(fields),
    ])
    return reply.code(201).send(added)
  })
  app.post('/registrations/:id/decisions', BODY, async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { outcome, amount_minor: won, version } = parse(decision, request.body)
    const values = [idOf(request), outcome, won, version]
    const [decided] = await ask(
      services,
      caller,
      'select partners.decide_registration($1, $2, $3, $4) as version',
      values,
    )
    return decided
  })
}
