import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { CURRENCIES } from '#contract/sales/money.ts'
import type { DealService } from '../deals/deals.service.ts'
import { line, lines, version } from '#contract/wire/wire-fields.ts'
import { ask } from '../../db/ask.ts'
import { BODY, parse, personOf, type RequestServices } from '../sales-requests.ts'
import { readForecast } from './forecast.sql.ts'
import { salesLimits } from '../sales-limits.ts'

const savedStages = z.strictObject({
  stages: z
    .array(
      z.strictObject({
        /** Null: a new one. */
        id: z.uuid().lowercase().nullable(),
        /** Null: the name that it began with. */
        name: line(DEAL_LIMITS.stageNameCharacters).min(1).nullable(),
        probability: z.int().min(0).max(100),
      }),
    )
    .min(3)
    .max(DEAL_LIMITS.stages)
    .refine((stages) => {
      const ids = stages.map(({ id }) => id).filter((id) => id !== null)
      return new Set(ids).size === ids.length
    }),
  version,
})
const savedSettings = z.strictObject({
  currency: z.enum(CURRENCIES),
  seller: lines(DEAL_LIMITS.sellerCharacters),
  version,
})

/** The stages, the currency, and what is expected from them. */
export function pipelineRoutes(app: FastifyInstance, services: RequestServices & { service: DealService }): void {
  app.get('/pipeline', async (request) =>
    services.service.pipeline(await personOf(services, request, salesLimits.salesByUser)),
  )
  app.put('/pipeline/stages', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { stages, version: known } = parse(savedStages, request.body)
    await ask(services, caller, 'select sales.save_stages($1, $2)', [JSON.stringify(stages), known])
    return reply.code(204).send()
  })
  app.put('/pipeline/settings', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { currency, seller, version: known } = parse(savedSettings, request.body)
    await ask(services, caller, 'select sales.save_settings($1, $2, $3)', [currency, seller, known])
    return reply.code(204).send()
  })
  app.get('/forecast', async (request) =>
    readForecast({ database: services.database, caller: await personOf(services, request, salesLimits.salesByUser) }),
  )
}
