import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { EXERCISE_TEMPLATES } from '#contract/training/exercises.ts'
import type { Database } from '../../db/database.ts'
import { trainingError, idOf, parse, personOf, type RequestServices } from '../training-requests.ts'
import { trainingLimits } from '../training-limits.ts'

const BODY_LIMIT_BYTES = 1024
/** Rows of one answer. */
const PAGE = 100
const newExercise = z.strictObject({ template: z.enum(EXERCISE_TEMPLATES), names_people: z.boolean() })
const peoplePage = z.strictObject({ after: z.string().max(254).optional() })

/** Phishing exercises of an organisation, for people who manage its users. Whether they may is asked of the database in each call. */
export function exercisesRoutes(app: FastifyInstance, services: RequestServices & { database: Database }): void {
  const { database } = services

  app.get('/exercises', async (request) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    const { rows } = await database.oneAsCaller(caller, {
      text: `select x.id, x.template, x.names_people, x.started_at, count(m.exercise_id)::integer as mails,
                    count(m.clicked_at)::integer as clicked, count(m.recognised_at)::integer as recognised
             from training.exercises x left join training.exercise_mails m on m.exercise_id = x.id
             where training.managed() is not null
             group by x.id order by x.started_at desc, x.id limit ${PAGE}`,
    })
    return { exercises: rows }
  })
  app.post('/exercises', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { template, names_people: namesPeople } = parse(newExercise, request.body)
    const { rows } = await database.oneAsCaller<{ id: string }>(caller, {
      text: 'select training.start_exercise($1, $2) as id',
      values: [template, namesPeople],
    })
    return reply.code(201).send({ id: rows[0]?.id })
  })
  app.get('/exercises/:id/people', async (request) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    const id = idOf(request)
    const found = await database.oneAsCaller(caller, {
      text: 'select from training.exercises x where x.id = $1 and x.names_people and training.managed() is not null',
      values: [id],
    })
    if (found.rowCount === 0) throw trainingError('training_not_found')
    const { rows } = await database.oneAsCaller<{ email: string }>(caller, {
      text: `select m.user_id, p.name, p.email, m.clicked_at, m.recognised_at
             from training.exercise_mails m join training.members() p on p.user_id = m.user_id
             where m.exercise_id = $1 and ($2::text is null or p.email > $2) order by p.email limit ${PAGE}`,
      values: [id, parse(peoplePage, request.query).after ?? null],
    })
    return { people: rows, after: rows.length === PAGE ? (rows.at(-1)?.email ?? null) : null }
  })
}
