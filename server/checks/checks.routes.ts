import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CHECK_CATEGORIES } from '#contract/checks/checks.ts'
import type { Caller } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { LimitName, NamedLimit, RateLimits } from '../http/rate-limits.ts'
import { sentAnswers } from './browser-answers.ts'
import { idOf, parse, personOf, sendChecksError } from './checks-requests.ts'
import { CheckService, type RunNews } from './checks.service.ts'
import { checksLimits } from './checks-limits.ts'

type RouteServices = ConstructorParameters<typeof CheckService>[0] & { callers: Callers; limits: RateLimits }

const page = z.object({ before: z.iso.datetime().optional() })
const ANSWER_BYTES = 64 * 1024
/** @property categories none: all of them */
const start = z.strictObject({
  browser: z.boolean().default(false),
  categories: z.array(z.enum(CHECK_CATEGORIES)).max(CHECK_CATEGORIES.length).default([]),
})
/** Of a document, without a query. */
const framed = z.strictObject({
  path: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[\w/-]*$/),
})
const schedule = z.strictObject({ isNightly: z.boolean() })

/** The comprehensive test, for those who may run it. */
export function checkRoutes(app: FastifyInstance, { callers, limits, ...services }: RouteServices): void {
  const service = new CheckService(services)
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  app.setErrorHandler(sendChecksError)

  const callerOf = (request: FastifyRequest, limit: LimitName | NamedLimit): Promise<Caller> =>
    personOf({ callers, limits }, request, limit)

  app.get('/runs', async (request) => {
    const caller = await callerOf(request, checksLimits.testPageByUser)
    const { before } = parse(page, request.query)
    return service.list(caller, before === undefined ? undefined : new Date(before))
  })
  app.post('/runs', async (request, reply) => {
    const caller = await callerOf(request, 'changeByUser')
    const { browser: withBrowser, categories } = parse(start, request.body ?? {})
    return reply.code(202).send(await service.start(caller, { withBrowser, categories }))
  })
  app.get('/runs/:id', async (request) =>
    service.read(await callerOf(request, checksLimits.testPageByUser), idOf(request)),
  )
  app.get('/runs/:id/events', async (request, reply) => {
    await callerOf(request, checksLimits.testPageByUser)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, stopping.signal])
    const news = await service.watch(() => callers.callerOf(request), idOf(request), signal)
    // A proxy that collects answers would hold the news back.
    reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    return reply.send(Readable.from(asEvents(news)))
  })
  app.post('/runs/:id/cancel', async (request, reply) => {
    await service.cancel(await callerOf(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
  app.get('/runs/:id/export', async (request, reply) => {
    const { name, content } = await service.export(await callerOf(request, checksLimits.testPageByUser), idOf(request))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(content)
  })
  browserRoutes(app, { service, callerOf, idOf })
  app.put('/schedule', async (request, reply) => {
    const caller = await callerOf(request, 'changeByUser')
    await service.setNightly(caller, parse(schedule, request.body).isNightly)
    return reply.code(204).send()
  })
}

type Asked = {
  service: CheckService
  callerOf: (request: FastifyRequest, limit: LimitName | NamedLimit) => Promise<Caller>
  idOf: (request: FastifyRequest) => string
}

/** For the page that started a run and takes part in it. */
function browserRoutes(app: FastifyInstance, { service, callerOf, idOf }: Asked): void {
  app.post('/runs/:id/frames', async (request) => {
    const caller = await callerOf(request, checksLimits.testPageByUser)
    return { token: await service.frame(caller, idOf(request), parse(framed, request.body).path) }
  })
  app.post('/runs/:id/browser', { bodyLimit: ANSWER_BYTES }, async (request, reply) => {
    const caller = await callerOf(request, checksLimits.testPageByUser)
    await service.answer(caller, idOf(request), parse(sentAnswers, request.body).results)
    return reply.code(204).send()
  })
}

async function* asEvents(news: AsyncGenerator<RunNews>): AsyncGenerator<string> {
  for await (const one of news) yield `event: run\ndata: ${JSON.stringify(one)}\n\n`
}
