import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LIST_NAME, VIEW_LIMITS } from '#contract/panel/views.ts'
import type { Database } from '../db/database.ts'
import { idOf, panelError, panelLimits, parse, personOf, type RequestServices } from './panel-requests.ts'
import { deleteView, insertView, listViews, updateView } from './views.sql.ts'

const BODY_LIMIT_BYTES = 8 * 1024
const list = z.string().regex(LIST_NAME)
const fields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(VIEW_LIMITS.nameCharacters)
    .regex(/^\P{Cc}*$/u),
  query: z
    .string()
    .max(VIEW_LIMITS.queryCharacters)
    .regex(/^[^\s?#]*$/),
}
const asked = z.strictObject({ list })
const added = z.strictObject({ list, ...fields })
const changed = z.strictObject(fields)

/** Views of lists. Each person has their own, which the policy of the table holds. */
export function panelRoutes(app: FastifyInstance, services: RequestServices & { database: Database }): void {
  const { database } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }
  const reader = (request: FastifyRequest) => personOf(services, request, panelLimits.viewsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/views', async (request) => {
    const caller = await reader(request)
    return { views: await listViews({ database, caller }, parse(asked, request.query).list) }
  })
  app.post('/views', body, async (request, reply) => {
    const caller = await changer(request)
    return reply.code(201).send(await insertView({ database, caller }, parse(added, request.body)))
  })
  app.put('/views/:id', body, async (request, reply) => {
    const caller = await changer(request)
    const view = { id: idOf(request), ...parse(changed, request.body) }
    if (!(await updateView({ database, caller }, view))) throw panelError('view_not_found')
    return reply.code(204).send()
  })
  app.delete('/views/:id', async (request, reply) => {
    const caller = await changer(request)
    if (!(await deleteView({ database, caller }, idOf(request)))) throw panelError('view_not_found')
    return reply.code(204).send()
  })
}
