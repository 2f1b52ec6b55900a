import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ENTRY_MINUTES } from '#contract/organisation/tenant-life.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import type { EntriesService } from './entries.service.ts'
import { tenantLimits } from './tenants-limits.ts'
import { idOf, parse, personOf, type RequestServices } from './tenants-requests.ts'

const entry = z.strictObject({
  minutes: z.literal(ENTRY_MINUTES),
  reason: z.string().trim().min(1).max(TENANT_LIMITS.reasonLetters),
})

/** Entries into the panel of another organisation, and who is in one's own. */
export function entryRoutes(app: FastifyInstance, services: RequestServices & { service: EntriesService }): void {
  const { service } = services
  app.post('/organisations/:id/entries', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const given = parse(entry, request.body)
    return reply.code(201).send(await service.enter(caller, { tenant: idOf(request), ...given }))
  })
  app.get('/own/entry', async (request) =>
    service.readOwn(await personOf(services, request, tenantLimits.tenantsByUser)),
  )
  app.get('/own/guests', async (request) =>
    service.readGuests(await personOf(services, request, tenantLimits.tenantsByUser)),
  )
  app.post('/entries/:id/leave', async (request, reply) => {
    await service.leave(await personOf(services, request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
}
