import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OffboardingService } from './offboarding.service.ts'
import { reviewLimits } from './reviews-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './reviews-requests.ts'
import { newOffboarding } from './reviews.schemas.ts'

const BODY_LIMIT_BYTES = 256 * 1024
const id = z.uuid().lowercase()
const page = z.strictObject({ after: id.optional() })

/** People who leave, for people who manage users. */
export function offboardingRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: OffboardingService },
): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }
  const reader = (request: FastifyRequest) => personOf(services, request, reviewLimits.reviewsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/people/:id/offboarding', async (request) => service.facts(await reader(request), idOf(request)))
  app.get('/offboardings', async (request) => service.list(await reader(request), parse(page, request.query).after))
  app.post('/offboardings', body, async (request, reply) => {
    const caller = await changer(request)
    return reply.code(201).send(await service.start(caller, parse(newOffboarding, request.body)))
  })
  app.get('/offboardings/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.post('/offboardings/:id/steps', async (request) => service.resume(await changer(request), idOf(request)))
  app.get('/offboardings/:id/export', async (request, reply) => {
    const csv = await service.export(await personOf(services, request, 'importByUser'), idOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': 'attachment; filename="offboarding.csv"', 'cache-control': 'no-store' })
      .send(csv)
  })
}
