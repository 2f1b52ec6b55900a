import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { FORM_LIMITS } from '#contract/growth/forms.ts'
import type { Database } from '../../db/database.ts'
import { idOf, parse, personOf, type RequestServices } from '../growth-requests.ts'
import { growthLimits } from '../growth-limits.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
const formFields = z.strictObject({
  title: line(FORM_LIMITS.titleCharacters),
  lead: z.string().trim().max(FORM_LIMITS.leadCharacters),
  consent_text: z.string().trim().min(1).max(FORM_LIMITS.consentCharacters),
  tag: line(FORM_LIMITS.tagCharacters)
    .regex(/^[^;|]*$/)
    .nullable(),
  is_open: z.boolean(),
})

/** Landing forms of an organisation, for who manages its growth. Whether they may is asked of the database in each call. */
export function formRoutes(app: FastifyInstance, services: RequestServices & { database: Database }): void {
  const { database } = services
  app.get('/', async (request) => {
    const caller = await personOf(services, request, growthLimits.growthByUser)
    const { rows } = await database.oneAsCaller(caller, {
      text: `select f.id, f.title, f.lead, f.consent_text, f.tag, f.is_open, f.asked::float8 as asked, f.confirmed::float8 as confirmed, f.created_at
             from growth.forms f where growth.managed() is not null order by f.created_at desc, f.id desc`,
    })
    return { forms: rows }
  })
  app.post('/', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const fields = parse(formFields, request.body)
    const { rows } = await database.oneAsCaller<{ id: string }>(caller, {
      text: 'select growth.save_form(null, $1) as id',
      values: [JSON.stringify(fields)],
    })
    return reply.code(201).send({ id: rows[0]?.id })
  })
  app.put('/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const values = [idOf(request), JSON.stringify(parse(formFields, request.body))]
    await database.oneAsCaller(caller, { text: 'select growth.save_form($1, $2)', values })
    return reply.code(204).send()
  })
  app.delete('/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await database.oneAsCaller(caller, { text: 'select growth.remove_form($1)', values: [idOf(request)] })
    return reply.code(204).send()
  })
}
