import type { FastifyInstance } from 'fastify'
import type { PartnerState, TierPreset } from '#contract/partners/partners.ts'
import { newOwnRegistration } from '#contract/partners/registrations-wire.ts'
import { listLinks } from '../links/links.sql.ts'
import { ask } from '../../db/ask.ts'
import { BODY, parse, personOf, type RequestServices } from '../partners-requests.ts'
import { listOwnRegistrations } from '../registrations/registrations.sql.ts'
import { sendStatement } from '../statements/statements.routes.ts'
import { listOwnCommissions, listStatements } from '../statements/statements.sql.ts'
import { partnersLimits } from '../partners-limits.ts'

type OwnRecord = {
  id: string
  company: string
  state: PartnerState
  tier_preset: TierPreset | null
  tier_name: string | null
  basis_points: number
  currency: string
}

/** What a partner sees: their own, by the account that a manager linked. An id of another partner is one that is not there. */
export function ownRoutes(app: FastifyInstance, services: RequestServices): void {
  const { database } = services
  app.get('/own', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    const [partner] = await ask<OwnRecord>(
      services,
      caller,
      `select o.partner_id as id, o.company_name as company, o.partner_state as state, o.tier_preset, o.tier_name, o.tier_rate as basis_points,
              partners.currency() as currency
       from partners.own_record() o`,
    )
    if (!partner) return { partner: null }
    const as = { database, caller }
    const [links, registrations, commissions, statements] = await Promise.all([
      listLinks(as, partner.id),
      listOwnRegistrations(as),
      listOwnCommissions(as),
      listStatements(as, partner.id),
    ])
    return {
      partner,
      links,
      registrations,
      commissions,
      statements,
    }
  })
  app.post('/own/registrations', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { id, ...fields } = parse(newOwnRegistration, request.body)
    const values = [id, JSON.stringify(fields)]
    const [added] = await ask(services, caller, 'select partners.add_own_registration($1, $2) as id', values)
    return reply.code(201).send(added)
  })
  app.get('/own/statements/:id/pdf', async (request, reply) => sendStatement(services, request, reply, 'own'))
}
