import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { day, line, lines } from '#contract/wire/wire-fields.ts'
import { ask } from '../../db/ask.ts'
import { BODY, idOf, parse, personOf, type RequestServices } from '../sales-requests.ts'
import { salesLimits } from '../sales-limits.ts'

const newNote = z.strictObject({ body: lines(DEAL_LIMITS.noteCharacters).min(1) })
const task = {
  title: line(DEAL_LIMITS.taskCharacters).min(1),
  due_on: day.nullable(),
  doer_id: z.uuid().lowercase().nullable(),
}
const newTask = z.strictObject(task)
const changedTask = z.strictObject({ ...task, is_done: z.boolean() })

/** Notes and tasks of deals. */
export function workRoutes(app: FastifyInstance, services: RequestServices): void {
  app.post('/deals/:id/notes', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { body } = parse(newNote, request.body)
    const [added] = await ask(services, caller, 'select sales.add_note($1, $2) as id', [idOf(request), body])
    return reply.code(201).send(added)
  })
  app.delete('/notes/:id', async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    await ask(services, caller, 'select sales.remove_note($1)', [idOf(request)])
    return reply.code(204).send()
  })

  // Those that are overdue are first, since their day is.
  app.get('/tasks', async (request) => {
    const caller = await personOf(services, request, salesLimits.salesByUser)
    const tasks = await ask(
      services,
      caller,
      `select t.id, t.title, t.due_on::text as due_on, t.doer_id, t.deal_id, d.title as deal,
              coalesce(t.due_on < (clock_timestamp() at time zone 'UTC')::date, false) as is_overdue
       from sales.tasks t join sales.deals d on d.id = t.deal_id
       where t.tenant_id = (select sales.managed()) and t.done_at is null
       order by t.due_on nulls last, t.created_at, t.id limit ${DEAL_LIMITS.tasks}`,
    )
    return { tasks }
  })
  app.post('/deals/:id/tasks', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { title, due_on, doer_id } = parse(newTask, request.body)
    const values = [idOf(request), title, due_on, doer_id]
    const [added] = await ask(services, caller, 'select sales.add_task($1, $2, $3, $4) as id', values)
    return reply.code(201).send(added)
  })
  app.put('/tasks/:id', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { title, due_on, doer_id, is_done } = parse(changedTask, request.body)
    const values = [idOf(request), title, due_on, doer_id, is_done]
    await ask(services, caller, 'select sales.change_task($1, $2, $3, $4, $5)', values)
    return reply.code(204).send()
  })
  app.delete('/tasks/:id', async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    await ask(services, caller, 'select sales.remove_task($1)', [idOf(request)])
    return reply.code(204).send()
  })
}
