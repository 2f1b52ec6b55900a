import type { FastifyInstance, FastifyRequest } from 'fastify'
import { aiLimits } from '../../ai/ai-limits.ts'
import type { RequestServices } from '../../ai/ai-requests.ts'
import { readersOf, sendEvents } from '../../http/event-stream.ts'
import { idOf, parse, personOf } from '../content-requests.ts'
import { savedDraft } from '../drafts.routes.ts'
import { rewriteRequest, takenPassage } from './rewrite-request.ts'
import type { RewritingService } from './rewriting.service.ts'

const BODY = { bodyLimit: 512 * 1024 }
const taken = savedDraft.extend(takenPassage)

/** Passages of texts, for who manages growth. */
export function rewritingRoutes(app: FastifyInstance, services: RequestServices & { service: RewritingService }): void {
  const { service } = services
  const readers = readersOf(app)
  const writer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.post('/rewriting-previews', BODY, async (request) => {
    const caller = await personOf(services, request, aiLimits.studioByUser)
    return service.preview(caller, parse(rewriteRequest, request.body))
  })
  // Closing the connection stops the model.
  app.post('/rewritings', BODY, async (request, reply) => {
    const caller = await personOf(services, request, aiLimits.writingByUser)
    const signal = readers.signalOf(reply)
    return sendEvents(reply, await service.rewrite(caller, parse(rewriteRequest, request.body), signal))
  })
  app.post('/drafts/:id/rewritings', BODY, async (request, reply) => {
    const kept = await service.take(await writer(request), idOf(request), parse(taken, request.body))
    return reply.code(201).send(kept)
  })
}
