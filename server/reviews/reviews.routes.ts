import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ITEM_STATES } from '#contract/reviews/reviews.ts'
import { reviewLimits } from './reviews-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './reviews-requests.ts'
import { decision, newReview } from './reviews.schemas.ts'
import type { ReviewService } from './reviews.service.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const id = z.uuid().lowercase()
const page = z.strictObject({ after: id.optional() })
const itemPage = z.strictObject({ after: id.optional(), state: z.enum(ITEM_STATES).optional() })

/** Reviews of who has which role and is in which team space, for people who manage users. */
export function reviewRoutes(app: FastifyInstance, services: RequestServices & { service: ReviewService }): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }
  const reader = (request: FastifyRequest) => personOf(services, request, reviewLimits.reviewsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/reviews', async (request) => service.list(await reader(request), parse(page, request.query).after))
  app.post('/reviews', body, async (request, reply) => {
    const caller = await changer(request)
    return reply.code(201).send({ id: await service.make(caller, parse(newReview, request.body)) })
  })
  app.get('/reviews/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.delete('/reviews/:id', async (request, reply) => {
    await service.discard(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  app.post('/reviews/:id/open', async (request) => ({
    items: await service.open(await changer(request), idOf(request)),
  }))
  app.post('/reviews/:id/close', async (request, reply) => {
    await service.close(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  app.get('/reviews/:id/items', async (request) =>
    service.items(await reader(request), { review: idOf(request), ...parse(itemPage, request.query) }),
  )
  app.post('/items/:id/decision', body, async (request) => {
    const caller = await personOf(services, request, reviewLimits.decisionsByUser)
    return { state: await service.decide(caller, idOf(request), parse(decision, request.body)) }
  })
  app.get('/reviews/:id/export', async (request, reply) => {
    const csv = await service.export(await personOf(services, request, 'importByUser'), idOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': 'attachment; filename="access-review.csv"', 'cache-control': 'no-store' })
      .send(csv)
  })
}
