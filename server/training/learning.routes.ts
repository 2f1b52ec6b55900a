import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idOf, parse, personOf, type RequestServices } from './training-requests.ts'
import type { LearningService } from './learning.service.ts'
import { trainingLimits } from './training-limits.ts'

const BODY_LIMIT_BYTES = 4096
const number = z.int().min(0).max(1_000_000)
const version = z.int().min(1).max(1_000_000)
const readLesson = z.strictObject({ version, lesson: number })
const quizAnswers = z.strictObject({ version, answers: z.array(number).max(50) })
const nameOnPage = z.strictObject({ shows_name: z.boolean() })
const byCourse = z.object({ course: z.string().regex(/^[a-z0-9-]{1,64}$/) })

const courseIn = (request: FastifyRequest): string => parse(byCourse, request.params).course

/** Courses for members. */
export function learningRoutes(app: FastifyInstance, services: RequestServices & { service: LearningService }): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  app.get('/courses', async (request) =>
    service.overview(await personOf(services, request, trainingLimits.trainingByUser)),
  )
  app.get('/courses/:course', async (request) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    return service.open(caller, courseIn(request))
  })
  app.post('/courses/:course/lessons', body, async (request, reply) => {
    const caller = await personOf(services, request, trainingLimits.trainingByUser)
    await service.readLesson(caller, courseIn(request), parse(readLesson, request.body))
    return reply.code(204).send()
  })
  app.post('/courses/:course/answers', body, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    return service.answer(caller, courseIn(request), parse(quizAnswers, request.body))
  })
  app.put('/completions/:id', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.showName(caller, idOf(request), parse(nameOnPage, request.body).shows_name)
    return reply.code(204).send()
  })
  app.get('/completions/:id/certificate', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { pdf, code } = await service.certificate(caller, idOf(request))
    return reply
      .type('application/pdf')
      .headers({ 'content-disposition': `attachment; filename="certificate-${code}.pdf"`, 'cache-control': 'no-store' })
      .send(pdf)
  })
}
