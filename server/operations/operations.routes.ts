import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { LimitName, NamedLimit, RateLimits } from '../http/rate-limits.ts'
import { parse, personOf, sendOperationsError } from './operations-requests.ts'
import { OperationService, type OperationServices } from './operations.service.ts'
import { operationsLimits } from './operations-limits.ts'

type RouteServices = OperationServices & { callers: Callers; limits: RateLimits }

/** A number of the queue. */
const job = z.object({ id: z.string().regex(/^[0-9]{1,18}$/) })

/** The work of the whole installation, for who operates it. */
export function operationRoutes(app: FastifyInstance, { callers, limits, ...services }: RouteServices): void {
  const service = new OperationService(services)
  app.setErrorHandler(sendOperationsError)

  const callerOf = (request: FastifyRequest, limit: LimitName | NamedLimit): Promise<Caller> =>
    personOf({ callers, limits }, request, limit)
  const idOf = (request: FastifyRequest): string => parse(job, request.params).id

  app.get('/', async (request) => service.read(await callerOf(request, operationsLimits.operationsByUser)))
  app.post('/jobs/:id/run', async (request, reply) => {
    await service.runAgain(await callerOf(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
  app.delete('/mails/:id', async (request, reply) => {
    await service.dropMail(await callerOf(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
}
