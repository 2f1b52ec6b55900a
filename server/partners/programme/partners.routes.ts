import type { FastifyInstance } from 'fastify'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { listLinks } from '../links/links.sql.ts'
import { ask, BODY, idOf, pageOf, parse, partnersError, personOf, type RequestServices } from '../partners-requests.ts'
import { listRegistrations } from '../registrations/registrations.sql.ts'
import { listCommissions, listStatements } from '../statements/statements.sql.ts'
import { csvColumns, csvPartner } from './partner-csv.ts'
import { changedPartner, linkedAccount, newPartner, partnerPage, partnerRules } from './partners.schemas.ts'
import { listPartners, readPartner } from './partners.sql.ts'
import { partnersLimits } from '../partners-limits.ts'

/** More than there may be. */
const ALL = 10_000

/** Partners of an organisation, for who manages them. Whether they may is asked of the database in each call. */
export function partnerRoutes(app: FastifyInstance, services: RequestServices): void {
  const { database } = services
  app.get('/partners', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    const { after, ...rules } = parse(partnerPage, request.query)
    const most = PARTNER_LIMITS.page
    const { rows, after: next } = pageOf(
      await listPartners({ database, caller }, rules, { after, most: most + 1 }),
      most,
    )
    return { partners: rows, after: next }
  })
  app.get('/partners/export', async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const rows = await listPartners({ database, caller }, parse(partnerRules, request.query), {
      after: undefined,
      most: ALL,
    })
    await ask(services, caller, 'select partners.record_export($1)', [rows.length])
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="partners.csv"')
      .send(csvColumns() + rows.map(csvPartner).join(''))
  })
  app.get('/partners/:id', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    const id = idOf(request)
    const as = { database, caller }
    const partner = await readPartner(as, id)
    if (!partner) throw partnersError('partners_not_found')
    const [links, registrations, commissions, statements] = await Promise.all([
      listLinks(as, id),
      listRegistrations(as, { partner: id }, { after: undefined, most: PARTNER_LIMITS.page }),
      listCommissions(as, { partner: id }, { after: undefined, most: PARTNER_LIMITS.page }),
      listStatements(as, id),
    ])
    const withoutPlace = { registrations: pageOf(registrations, ALL).rows, commissions: pageOf(commissions, ALL).rows }
    return { partner: pageOf([partner], 1).rows[0], links, ...withoutPlace, statements }
  })
  changeRoutes(app, services)
}

function changeRoutes(app: FastifyInstance, services: RequestServices): void {
  app.post('/partners', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { id, ...fields } = parse(newPartner, request.body)
    const [added] = await ask(services, caller, 'select partners.add_partner($1, $2) as id', [
      id,
      JSON.stringify(fields),
    ])
    return reply.code(201).send(added)
  })
  app.put('/partners/:id', BODY, async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { version, ...fields } = parse(changedPartner, request.body)
    const values = [idOf(request), JSON.stringify(fields), version]
    const [changed] = await ask(services, caller, 'select partners.change_partner($1, $2, $3) as version', values)
    return changed
  })
  app.put('/partners/:id/account', BODY, async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { account_id: account, version } = parse(linkedAccount, request.body)
    const values = [idOf(request), account, version]
    const [changed] = await ask(services, caller, 'select partners.link_account($1, $2, $3) as version', values)
    return changed
  })
}
