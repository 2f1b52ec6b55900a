import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { aiLimits } from '../ai-limits.ts'
import { parse, personOf, type RequestServices } from '../ai-requests.ts'
import { requireManaged } from '../chosen-model.sql.ts'
import { listRequests, readUsage } from './usage.sql.ts'

const span = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** Figures of what was asked of models. */
export function usageRoutes(app: FastifyInstance, services: RequestServices & { database: Database }): void {
  const { database } = services
  app.get('/usage', async (request) => {
    const caller = await personOf(services, request, aiLimits.studioByUser)
    await requireManaged(database, caller)
    return readUsage(database, caller, parse(span, request.query).days)
  })
  app.get('/requests', async (request) => {
    const caller = await personOf(services, request, aiLimits.studioByUser)
    await requireManaged(database, caller)
    return { requests: await listRequests(database, caller) }
  })
}
