import type { FastifyInstance } from 'fastify'
import type { TierPreset } from '#contract/partners/partners.ts'
import { readProgramme, saveTiers } from '#contract/partners/partners-wire.ts'
import type { Currency } from '#contract/sales/money.ts'
import { ask, askOne } from '../../db/ask.ts'
import { answeringPartners, type RequestServices } from '../partners-requests.ts'

type Tier = { id: string; preset: TierPreset | null; name: string | null; basis_points: number }

/** The tiers of a programme, and who may be linked with a partner. Made by the first who asks. */
export function programmeRoutes(app: FastifyInstance, services: RequestServices): void {
  const on = answeringPartners(app, services)
  on(readProgramme, async (caller) => {
    await ask(services, caller, 'select partners.begin_programme()')
    const [programme, tiers, people] = await Promise.all([
      askOne<{ version: number; currency: Currency }>(
        services,
        caller,
        'select g.version, partners.currency() as currency from partners.programmes g where g.tenant_id = (select partners.managed())',
      ),
      ask<Tier>(
        services,
        caller,
        `select t.id, t.preset, t.name, t.basis_points from partners.tiers t where t.tenant_id = (select partners.managed())
         order by t.position, t.id`,
      ),
      ask<{ id: string; name: string }>(
        services,
        caller,
        'select w.person_id as id, w.called as name from partners.people() w',
      ),
    ])
    return { ...programme, tiers, people }
  })
  on(saveTiers, async (caller, { body: { tiers, version } }) => {
    await ask(services, caller, 'select partners.save_tiers($1, $2)', [JSON.stringify(tiers), version])
  })
}
