import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Claims } from '#server/auth/session/claims.ts'
import type { Clock } from '#server/clock.ts'
import { bearerOf, type Callers } from '#server/http/caller.ts'
import type { Recorder } from './recorder.ts'

type Services = { recorder: Recorder; callers: Callers; clock: Clock }
type Person = { userId: string; sessionId: string; sessionAgeSeconds: number }

/** Shows answers to the detectors that say more together than each for itself: refused objects, pages of the audit log. */
export function watchRequests(app: FastifyInstance, services: Services): void {
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
  const [path = ''] = request.url.split('?', 1)
  const { statusCode } = reply
  const nowMs = clock.nowMs()
  if (path.startsWith('/storage/v1/object/') && [400, 403, 404].includes(statusCode)) {
    const person = personOf(request, callers, nowMs)
    if (person) await recorder.observe({ kind: 'object_refused', object: path, ...person })
    return
  }
  if (path === '/rest/v1/system_audit_log' && statusCode < 300) {
    const person = personOf(request, callers, nowMs)
    const rows = rowsOf(reply)
    if (person && rows > 0) await recorder.observe({ kind: 'log_read', rows, ...person })
  }
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
