import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccessOnDayService } from './access-on-day.service.ts'
import { reviewLimits } from './reviews-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './reviews-requests.ts'

const asked = z.strictObject({ day: z.iso.date() })

/** What somebody could open on a day, for people who manage users. */
export function accessOnDayRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: AccessOnDayService },
): void {
  const { service } = services
  const askedOf = (request: FastifyRequest) => ({ person: idOf(request), day: parse(asked, request.query).day })

  app.get('/people/:id/access', async (request) => {
    const caller = await personOf(services, request, reviewLimits.reviewsByUser)
    return service.list(caller, askedOf(request))
  })
  app.get('/people/:id/access/export', async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const csv = await service.export(caller, askedOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': 'attachment; filename="access-on-day.csv"', 'cache-control': 'no-store' })
      .send(csv)
  })
}
