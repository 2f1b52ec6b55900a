import type { FastifyInstance } from 'fastify'
import {
  addPartner,
  archivePartner,
  changePartner,
  linkPartnerAccount,
  readPartner,
  restorePartner,
} from '#contract/partners/partners-wire.ts'
import type { Caller } from '../../db/database.ts'
import { answerArchive } from '../../http/wire-archive.ts'
import { listRoutes } from '../../lists/list-routes.ts'
import { rowOf, rowsOf } from '../../lists/list-rows.ts'
import { listLinks } from '../links/links.sql.ts'
import { askOne } from '../../db/ask.ts'
import { answeringPartners, partnersError, personOf, type RequestServices } from '../partners-requests.ts'
import { partnersLimits } from '../partners-limits.ts'
import { REGISTRATIONS } from '../registrations/registrations.list.ts'
import { COMMISSIONS } from '../statements/commissions.list.ts'
import { listStatements } from '../statements/statements.sql.ts'
import { PARTNERS } from './partners.list.ts'

/** Partners of an organisation, for who manages them. Whether they may is asked of the database in each call. */
export function partnerRoutes(app: FastifyInstance, services: RequestServices): void {
  const { database } = services
  const on = answeringPartners(app, services)
  const current = (caller: Caller, id: string) => rowOf(PARTNERS, { database, caller }, id)
  listRoutes(app, services, PARTNERS, { personOf, limit: partnersLimits.partnersByUser })
  on(readPartner, async (caller, { id }) => {
    const as = { database, caller }
    const partner = await rowOf(PARTNERS, as, id)
    if (!partner) throw partnersError('partners_not_found')
    const rules = { partner: id }
    const [links, registrations, commissions, statements] = await Promise.all([
      listLinks(as, id),
      rowsOf(REGISTRATIONS, as, { rules, max: REGISTRATIONS.pageRows }),
      rowsOf(COMMISSIONS, as, { rules, max: COMMISSIONS.pageRows }),
      listStatements(as, id),
    ])
    return {
      partner,
      links,
      registrations: registrations.map(({ row }) => row),
      commissions: commissions.map(({ row }) => row),
      statements,
    }
  })
  on(addPartner, async (caller, { body: { id, ...fields } }) =>
    askOne(services, caller, 'select partners.add_partner($1, $2) as id', [id, JSON.stringify(fields)]),
  )
  on(
    changePartner,
    async (caller, { id, body: { version, ...fields } }) =>
      askOne(services, caller, 'select partners.change_partner($1, $2, $3) as version', [
        id,
        JSON.stringify(fields),
        version,
      ]),
    { current },
  )
  answerArchive(
    on,
    { archive: archivePartner, restore: restorePartner },
    {
      set: async (caller, id, { version, isArchived }) => {
        const text = 'select partners.archive_partner($1, $2, $3) as version'
        return (await askOne<{ version: number }>(services, caller, text, [id, version, isArchived])).version
      },
      current,
    },
  )
  on(
    linkPartnerAccount,
    async (caller, { id, body: { account_id: account, version } }) =>
      askOne(services, caller, 'select partners.link_account($1, $2, $3) as version', [id, account, version]),
    { current },
  )
}
