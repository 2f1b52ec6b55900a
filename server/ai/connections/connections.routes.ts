import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CONNECTED_PRESETS, MODEL_LIMITS } from '#contract/studio/models.ts'
import { aiLimits } from '../ai-limits.ts'
import { idOf, line, lines, parse, personOf, type RequestServices, version } from '../ai-requests.ts'
import type { TextModels } from '../text-models.ts'
import type { ConnectionService } from './connections.service.ts'

const BODY = { bodyLimit: 256 * 1024 }

const connection = z.strictObject({
  name: line(MODEL_LIMITS.nameCharacters).min(1),
  preset: z.enum(CONNECTED_PRESETS),
  address: line(MODEL_LIMITS.addressCharacters).min(8),
  /** Left out: the one that is there stays. */
  key: line(MODEL_LIMITS.keyCharacters).min(8).optional(),
})
/** `id`: chosen by who asks, so that what is sent again after a cut line is the same connection. */
const added = connection.extend({ id: z.uuid().lowercase().optional() })
const changed = connection.extend({ version })

const budget = z.int().min(0).max(1_000_000_000_000).nullable()
const settings = z
  .strictObject({
    connection_id: z.uuid().lowercase().nullable(),
    model: line(MODEL_LIMITS.modelCharacters).min(1).nullable(),
    org_micros: budget,
    org_tokens: budget,
    person_micros: budget,
    person_tokens: budget,
    redacts_private: z.boolean(),
    keeps_bodies: z.boolean(),
    body_days: z.int().min(1).max(90),
    log_days: z.int().min(30).max(800),
    banned_claims: z.array(line(MODEL_LIMITS.claimCharacters).min(3)).max(MODEL_LIMITS.claims),
    /** Left out: as it is. */
    copilot_for_all: z.boolean().optional(),
    copilot_tokens: budget.optional(),
    version,
  })
  .refine((given) => (given.connection_id === null) === (given.model === null))

const micros = z.int().min(0).max(10_000_000_000)
const prices = z.strictObject({
  prices: z
    .array(z.strictObject({ model: line(MODEL_LIMITS.modelCharacters).min(1), micros_in: micros, micros_out: micros }))
    .max(MODEL_LIMITS.prices),
})
const previewed = z.strictObject({ text: lines(100_000) })

/** Language models of an organisation, for who manages its growth. */
export function connectionRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: ConnectionService; models: TextModels },
): void {
  const { service, models } = services
  app.get('/connections', async (request) => service.list(await personOf(services, request, aiLimits.studioByUser)))
  app.post('/connections', BODY, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { id, ...fields } = parse(added, request.body)
    return reply.code(201).send(await service.add(caller, fields, id))
  })
  app.put('/connections/:id', BODY, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { version: known, ...fields } = parse(changed, request.body)
    return { version: await service.change(caller, idOf(request), fields, known) }
  })
  app.delete('/connections/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.remove(caller, idOf(request))
    return reply.code(204).send()
  })
  app.post('/connections/:id/looks', async (request) =>
    service.look(await personOf(services, request, aiLimits.modelLookByUser), idOf(request)),
  )
  // As a page opens that lists them.
  app.post('/looks', async (request, reply) => {
    await service.lookAtAll(await personOf(services, request, aiLimits.modelLookByUser))
    return reply.code(204).send()
  })
  app.put('/settings', BODY, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    return { version: await service.saveSettings(caller, parse(settings, request.body)) }
  })
  app.put('/prices', BODY, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.savePrices(caller, parse(prices, request.body).prices)
    return reply.code(204).send()
  })
  app.post('/previews', BODY, async (request) => {
    const caller = await personOf(services, request, aiLimits.studioByUser)
    const { system: _system, ...leaving } = await models.preview({
      caller,
      system: '',
      prompt: parse(previewed, request.body).text,
    })
    return leaving
  })
}
