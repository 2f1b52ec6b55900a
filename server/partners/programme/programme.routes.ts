import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PARTNER_LIMITS, type TierPreset } from '#contract/partners/partners.ts'
import { ask, BODY, id, line, parse, personOf, type RequestServices, version } from '../partners-requests.ts'
import { partnersLimits } from '../partners-limits.ts'

const { tiers, tierNameCharacters, basisPoints } = PARTNER_LIMITS
const savedTiers = z.strictObject({
  tiers: z
    .array(
      z.strictObject({
        id: id.nullable(),
        /** Null: that of its preset, in the language of who reads it. */
        name: line(tierNameCharacters).min(1).nullable(),
        basis_points: z.int().min(0).max(basisPoints),
      }),
    )
    .min(1)
    .max(tiers)
    .refine((all) => {
      const ids = all.flatMap((tier) => tier.id ?? [])
      return new Set(ids).size === ids.length && all.every((tier) => tier.id !== null || tier.name !== null)
    }),
  version,
})

type Tier = { id: string; preset: TierPreset | null; name: string | null; basis_points: number }

/** The tiers of a programme, and who may be linked with a partner. Made by the first who asks. */
export function programmeRoutes(app: FastifyInstance, services: RequestServices): void {
  app.get('/programme', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    await ask(services, caller, 'select partners.begin_programme()')
    const [[programme], rows, people] = await Promise.all([
      ask<{ version: number; currency: string }>(
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
    return { ...programme, tiers: rows, people }
  })
  app.put('/programme/tiers', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const saved = parse(savedTiers, request.body)
    const values = [JSON.stringify(saved.tiers), saved.version]
    await ask(services, caller, 'select partners.save_tiers($1, $2)', values)
    return reply.code(204).send()
  })
}
