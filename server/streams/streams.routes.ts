import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from '#server/auth/request.ts'
import type { Caller } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { LimitName, RateLimits } from '../http/rate-limits.ts'
import { parse, personOf, sendStreamError } from './streams-requests.ts'
import { asideEvent, changedStream, movedStream, newStream, pausedStream, streamId } from './streams.schemas.ts'
import type { StreamService } from './streams.service.ts'

const BODY_LIMIT_BYTES = 128 * 1024
const KEY_SECONDS = 3600

export type StreamRouteServices = { service: StreamService; callers: Callers; limits: RateLimits }

/** Event streams of an organisation, for people who manage its security; and the key that signs webhooks, for everybody. */
export function streamRoutes(app: FastifyInstance, { service, callers, limits }: StreamRouteServices): void {
  app.setErrorHandler(sendStreamError)
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  const signedIn = (request: FastifyRequest, limit?: LimitName): Promise<Caller> =>
    personOf({ callers, limits }, request, limit)
  const idOf = (request: FastifyRequest): string => parse(streamId, request.params).id

  app.get('/keys', async (request, reply) => {
    await limits.take('documentByAddress', clientOf(request).ip)
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': `public, max-age=${KEY_SECONDS}` })
      .send(await service.keys())
  })

  app.get('/', async (request) => ({ streams: await service.list(await signedIn(request)) }))
  app.post('/', body, async (request, reply) => {
    const caller = await signedIn(request, 'changeByUser')
    return reply.code(201).send(await service.add(caller, parse(newStream, request.body)))
  })
  app.put('/:id', body, async (request, reply) => {
    const caller = await signedIn(request, 'changeByUser')
    await service.change(caller, idOf(request), parse(changedStream, request.body))
    return reply.code(204).send()
  })
  app.delete('/:id', async (request, reply) => {
    await service.remove(await signedIn(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
  app.post('/:id/paused', async (request, reply) => {
    const caller = await signedIn(request, 'changeByUser')
    await service.pause(caller, idOf(request), parse(pausedStream, request.body).paused)
    return reply.code(204).send()
  })
  app.post('/:id/place', async (request, reply) => {
    const caller = await signedIn(request, 'changeByUser')
    await service.move(caller, idOf(request), parse(movedStream, request.body).from)
    return reply.code(204).send()
  })
  app.post('/:id/secret', async (request) => service.rotate(await signedIn(request, 'changeByUser'), idOf(request)))
  app.post('/:id/test', async (request) => {
    const { shown, status, failure } = await service.test(await signedIn(request, 'streamTestByUser'), idOf(request))
    return { shown, status: status ?? null, failure: failure ?? null }
  })
  app.get('/:id/aside', async (request) => ({
    events: await service.listAside(await signedIn(request), idOf(request)),
  }))
  app.post('/:id/aside/:event', async (request) => {
    const caller = await signedIn(request, 'streamTestByUser')
    const { id, event } = parse(asideEvent, request.params)
    const { failure } = await service.repeatAside(caller, id, event)
    return { failure: failure ?? null }
  })
  app.delete('/:id/aside/:event', async (request, reply) => {
    const caller = await signedIn(request, 'changeByUser')
    const { id, event } = parse(asideEvent, request.params)
    await service.leaveOut(caller, id, event)
    return reply.code(204).send()
  })
  app.get('/:id/tries', async (request) => ({
    tries: await service.listTries(await signedIn(request), idOf(request)),
  }))
}
