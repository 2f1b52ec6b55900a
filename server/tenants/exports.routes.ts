import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ExportsService } from './exports.service.ts'
import { tenantLimits } from './tenants-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './tenants-requests.ts'

const download = z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) })

/** Exports of an organisation, for the operator. */
export function exportRoutes(app: FastifyInstance, services: RequestServices & { service: ExportsService }): void {
  const { service } = services
  const reader = (request: FastifyRequest) => personOf(services, request, tenantLimits.tenantsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/organisations/:id/exports', async (request) => service.list(await reader(request), idOf(request)))
  app.post('/organisations/:id/exports', async (request, reply) =>
    reply.code(201).send(await service.begin(await changer(request), idOf(request))),
  )
  app.post('/exports/:id/cancel', async (request, reply) => {
    await service.cancel(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  // The ticket is what a browser's own download can carry; it is good once, for a minute.
  app.get('/exports/:id/archive', async (request, reply) => {
    const taken = await service.take(idOf(request), parse(download, request.query).ticket)
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="organisation-${taken.tenant_id.slice(0, 8)}.tar"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    await service.send(taken, reply.raw, request.log)
  })
}
