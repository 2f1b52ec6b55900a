import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import type { DeletionsService } from './deletions.service.ts'
import { tenantLimits } from './tenants-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './tenants-requests.ts'

const reason = z.string().trim().min(1).max(TENANT_LIMITS.reasonLetters)
const deletion = z.strictObject({ name: z.string().max(1000), reason })
const keeping = z.strictObject({ reason })

/** Organisations that are deleted, for the operator, and what their owners do about it. */
export function deletionRoutes(app: FastifyInstance, services: RequestServices & { service: DeletionsService }): void {
  const { service } = services
  const reader = (request: FastifyRequest) => personOf(services, request, tenantLimits.tenantsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/organisations/:id/deletion', async (request) => service.read(await reader(request), idOf(request)))
  app.post('/organisations/:id/deletion', async (request, reply) => {
    const caller = await changer(request)
    const given = parse(deletion, request.body)
    return reply.code(201).send(await service.begin(caller, { tenant: idOf(request), ...given }))
  })
  app.delete('/organisations/:id/deletion', async (request, reply) => {
    await service.restore(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  app.get('/own/deletion', async (request) => service.readOwn(await reader(request)))
  app.post('/own/deletion/objection', async (request) => {
    await service.askToKeep(await changer(request), parse(keeping, request.body).reason)
    return {}
  })
}
