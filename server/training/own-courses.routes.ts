import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { archiveCourse as archive, restoreCourse as restore } from '#contract/training/own-courses-wire.ts'
import { COURSE_LIMITS as LIMITS } from '#contract/training/own-courses.ts'
import { answerArchive } from '../http/wire-archive.ts'
import { answering } from '../http/wire-requests.ts'
import { idOf, parse, personOf, type RequestServices, translate } from './training-requests.ts'
import type { OwnCourseService } from './own-courses.service.ts'
import { trainingLimits } from './training-limits.ts'

/** The longest course, in the alphabets that take most bytes. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024
const SMALL_BODY_BYTES = 1024
/** Lessons and questions together. */
const MOST_CHARACTERS = 300_000

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0'))
const draft = z
  .strictObject({
    title: line(LIMITS.titleCharacters).min(1),
    summary: line(LIMITS.summaryCharacters),
    minutes: z.int().min(1).max(LIMITS.minutes),
    lessons: z
      .array(z.strictObject({ title: line(LIMITS.titleCharacters), body: text(LIMITS.bodyCharacters) }))
      .max(LIMITS.lessons),
    questions: z
      .array(
        z.strictObject({
          text: line(LIMITS.questionCharacters),
          choices: z
            .array(
              z.strictObject({
                text: line(LIMITS.choiceCharacters),
                isRight: z.boolean(),
                why: line(LIMITS.whyCharacters),
              }),
            )
            .max(LIMITS.choices),
        }),
      )
      .max(LIMITS.questions),
    seen: z.int().min(0).max(1_000_000_000),
  })
  .refine(({ lessons, questions }) => JSON.stringify([lessons, questions]).length <= MOST_CHARACTERS)
/** `seen`: the revision that the person looked at. */
const publication = z.strictObject({ seen: z.int().min(0).max(1_000_000_000) })

/** Courses that an organisation writes itself. */
export function ownCourseRoutes(app: FastifyInstance, services: RequestServices & { service: OwnCourseService }): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  app.get('/own-courses', async (request) => ({
    courses: await service.list(await personOf(services, request, trainingLimits.trainingByUser)),
  }))
  app.get('/own-courses/:id', async (request) =>
    service.read(await personOf(services, request, trainingLimits.trainingByUser), idOf(request)),
  )
  app.post('/own-courses', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply.code(201).send({ id: await service.save(caller, null, parse(draft, request.body)) })
  })
  app.put('/own-courses/:id', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.save(caller, idOf(request), parse(draft, request.body))
    return reply.code(204).send()
  })
  app.post('/own-courses/:id/publication', body, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    return { version: await service.publish(caller, idOf(request), parse(publication, request.body).seen) }
  })
  const limits = { read: trainingLimits.trainingByUser, change: 'changeByUser' } as const
  const on = answering(app, services, { parse, idOf, personOf, translate, limits, bodyLimitBytes: SMALL_BODY_BYTES })
  answerArchive(
    on,
    { archive, restore },
    {
      set: (caller, id, change) => service.archive(caller, id, change),
      current: (caller, id) => service.read(caller, id),
    },
  )
  app.delete('/own-courses/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.remove(caller, idOf(request))
    return reply.code(204).send()
  })
}
