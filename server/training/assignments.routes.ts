import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { MOST_ASSIGNED } from '#contract/training/courses.ts'
import { idOf, parse, personOf, type RequestServices } from './training-requests.ts'
import type { AssignmentService } from './assignments.service.ts'
import { trainingLimits } from './training-limits.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const newAssignment = z
  .strictObject({
    course: z.string().regex(/^[a-z0-9-]{1,64}$/),
    is_for_everybody: z.boolean(),
    people: z.array(z.uuid().lowercase()).max(MOST_ASSIGNED),
    due_on: z.iso.date(),
  })
  .refine(({ is_for_everybody: isForEverybody, people }) => isForEverybody !== people.length > 0)
const otherDay = z.strictObject({ due_on: z.iso.date() })
const assignmentPage = z.strictObject({ after: z.uuid().lowercase().optional() })
const peoplePage = z.strictObject({ after: z.string().max(254).optional() })

/** Training of an organisation, for people who manage its users. */
export function assignmentRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: AssignmentService },
): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  app.get('/assignments', async (request) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    return service.list(caller, parse(assignmentPage, request.query).after)
  })
  app.post('/assignments', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply.code(201).send({ id: await service.assign(caller, parse(newAssignment, request.body)) })
  })
  app.put('/assignments/:id', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.move(caller, idOf(request), parse(otherDay, request.body).due_on)
    return reply.code(204).send()
  })
  app.delete('/assignments/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.remove(caller, idOf(request))
    return reply.code(204).send()
  })
  app.get('/assignments/:id/people', async (request) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    return service.people(caller, idOf(request), parse(peoplePage, request.query).after)
  })
  app.get('/assignments/:id/export', async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const csv = await service.export(caller, idOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': 'attachment; filename="training.csv"', 'cache-control': 'no-store' })
      .send(csv)
  })
  app.post('/completions/:id/withdrawal', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.withdraw(caller, idOf(request))
    return reply.code(204).send()
  })
}
