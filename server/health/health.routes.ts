import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/** Asked with `?otherwise=404`: a balancer that ends connections to servers that do not answer can tell those from servers that say no. */
const OTHERWISE = 404

/** For those who start and stop servers: whether this one runs, and whether it can work. */
export function healthRoutes(
  app: FastifyInstance,
  readiness: Readiness,
  isStopping: () => boolean = () => false,
): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async ({ query }, reply) => {
    const isToldApart = isRecord(query) && query['otherwise'] === String(OTHERWISE)
    if (isStopping()) return reply.code(isToldApart ? OTHERWISE : 503).send({ status: 'stopping' })
    const failing = await readiness.failing()
    if (failing.length === 0) return { status: 'ok' }
    // One slow moment of all servers must not leave nobody to ask: a balancer acts on 404 at once, and on several other refusals.
    return reply.code(isToldApart && readiness.isLasting ? OTHERWISE : 503).send({ status: 'error', failing })
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
