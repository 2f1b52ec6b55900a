import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Claims } from '#server/http/claims.ts'
import type { Clock } from '#server/clock.ts'
import { bearerOf, type Callers } from '#server/http/caller.ts'
import type { Recorder } from './recorder.ts'
import { refusedTo } from './refused-objects.ts'

type Services = { recorder: Recorder; callers: Callers; clock: Clock }
const OBJECTS = '/storage/v1/object/'
const TABLES = '/rest/v1/:name'

type Person = { userId: string; sessionId: string; sessionAgeSeconds: number }

/** Shows answers to the detectors that say more together than each for itself: refused objects, pages of the audit log. */
export function watchRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onError', async (request, _reply, error) => {
    const code = 'code' in error ? error.code : undefined
    if (!routeOf(request).startsWith(OBJECTS) || (code !== 'NoSuchKey' && code !== 'AccessDenied')) return
    const person = personOf(request, services.callers, services.clock.nowMs())
    if (!person) return
    try {
      await services.recorder.observe({ kind: 'object_refused', object: objectOf(request), ...person })
    } catch (err) {
      request.log.error({ err }, 'a refusal was not inspected')
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    try {
      await inspect(request, reply, services)
    } catch (err) {
      // The answer has left; what it showed is shown by the next ones.
      request.log.error({ err }, 'an answer was not inspected')
    }
  })
}

async function inspect(
  request: FastifyRequest,
  reply: FastifyReply,
  { recorder, callers, clock }: Services,
): Promise<void> {
  const nowMs = clock.nowMs()
  await inspectRefused(request, { recorder, callers, clock })
  if (routeOf(request) === TABLES && nameOf(request) === 'system_audit_log' && reply.statusCode < 300) {
    const person = personOf(request, callers, nowMs)
    const rows = rowsOf(reply)
    if (person && rows > 0) await recorder.observe({ kind: 'log_read', rows, ...person })
  }
}

async function inspectRefused(request: FastifyRequest, { recorder, callers, clock }: Services): Promise<void> {
  const objects = refusedTo(request)
  const person = objects.length > 0 ? personOf(request, callers, clock.nowMs()) : undefined
  if (!person) return
  for (const object of objects) {
    const outcomes = await recorder.observe({ kind: 'object_refused', object, ...person })
    if (outcomes.length > 0) return
  }
}

/** The pattern, and not the address: one address can be written in many ways. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? ''

const names = z.object({ name: z.string() })
const nameOf = ({ params }: FastifyRequest): string | undefined => names.safeParse(params).data?.name

const addressed = z.object({ bucket: z.string(), '*': z.string() })
const copied = z.object({ bucketId: z.string(), sourceKey: z.string() })

/** What was asked for, as the route reads it. */
function objectOf(request: FastifyRequest): string {
  const target = addressed.safeParse(request.params).data
  if (target) return `${target.bucket}/${target['*']}`
  const source = copied.safeParse(request.body).data
  return source ? `${source.bucketId}/${source.sourceKey}` : routeOf(request)
}

/** Whose token the request carried; it was verified to make the answer. */
function personOf(request: FastifyRequest, callers: Callers, nowMs: number): Person | undefined {
  const bearer = bearerOf(request.headers)
  const claims: Claims | undefined = bearer === undefined ? undefined : callers.tokens.remembered(bearer)
  if (claims?.role !== 'authenticated' || claims.session_id === undefined) return undefined
  return {
    userId: claims.sub,
    sessionId: claims.session_id,
    sessionAgeSeconds: ageOf(claims, nowMs),
  }
}

/** Rows of an answer of rest/v1, such as `0-999/*`. */
function rowsOf(reply: FastifyReply): number {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(String(reply.getHeader('content-range') ?? '')) ?? []
  return first === undefined || last === undefined ? 0 : Number(last) - Number(first) + 1
}

const ways = z.array(z.object({ timestamp: z.number() }))

/** Seconds since the first proof of the session; the second factor adds a later one. */
function ageOf({ amr }: Claims, nowMs: number): number {
  const proofs = ways.safeParse(amr).data ?? []
  const first = Math.min(...proofs.map(({ timestamp }) => timestamp))
  return Number.isFinite(first) ? Math.max(0, Math.round(nowMs / 1000 - first)) : Number.POSITIVE_INFINITY
}
