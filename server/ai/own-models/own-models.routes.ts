import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { MODEL_LIMITS, MODEL_PIECE_BYTES } from '#contract/studio/models.ts'
import { aiLimits } from '../ai-limits.ts'
import { idOf, line, parse, personOf, type RequestServices } from '../ai-requests.ts'
import type { OwnModels } from './own-models.ts'

const begun = z.strictObject({
  name: line(MODEL_LIMITS.nameCharacters).min(1),
  bytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
})
const place = z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) })

/** Models that an organisation uploads, for who manages its growth: begun with a proof, sent in pieces, and looked at before they are kept. */
export function ownModelRoutes(app: FastifyInstance, services: RequestServices & { ownModels: OwnModels }): void {
  const { ownModels } = services
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.get('/own-models', async (request) => ownModels.list(await personOf(services, request, aiLimits.studioByUser)))
  app.post('/own-models', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply.code(201).send(await ownModels.begin(caller, parse(begun, request.body)))
  })
  app.put('/own-models/:id/pieces', { bodyLimit: MODEL_PIECE_BYTES }, async (request) => {
    const caller = await personOf(services, request, aiLimits.modelPieceByUser)
    const { offset } = parse(place, request.query)
    const piece = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return ownModels.add(caller, idOf(request), { offset, piece })
  })
  app.post('/own-models/:id/end', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await ownModels.end(caller, idOf(request))
    return reply.code(204).send()
  })
  app.delete('/own-models/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await ownModels.cancel(caller, idOf(request))
    return reply.code(204).send()
  })
}
