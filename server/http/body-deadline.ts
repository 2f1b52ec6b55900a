import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, and watches how it arrives. */
    streamsBody?: boolean
  }
}

type Limits = {
  /** As long as a body may take whatever its pace: most are there at once. */
  afterMs: number
  /** How often the pace is looked at then. */
  everyMs: number
  /** Since the beginning, on average: half of a line of 64 kbit/s. */
  leastBytesPerSecond: number
}
const USUAL: Limits = { afterMs: 30_000, everyMs: 5000, leastBytesPerSecond: 4096 }

class BodyTooSlowError extends Error {
  override readonly name = 'BodyTooSlowError'
  readonly statusCode = 408
}

/**
 * Ends requests whose body arrives too slowly. Node's own `requestTimeout` is off, because uploads may take hours; they have a limit of their
 * own (`watchIdle`).
 */
export function limitBodyTime(app: FastifyInstance, limits = USUAL): void {
  app.addHook('preParsing', async (request, reply) => {
    const { headers, routeOptions, raw } = request
    const hasBody = headers['content-length'] !== undefined ? headers['content-length'] !== '0' : !raw.readableEnded
    if (!hasBody || routeOptions.config.streamsBody || request.method === 'GET' || request.method === 'HEAD') return
    const stop = watchPace(raw, limits, () => endSlow(request, reply))
    raw.once('end', stop).once('close', stop).once('error', stop)
  })
}

/** @returns stops watching. */
function watchPace(body: Readable, { afterMs, everyMs, leastBytesPerSecond }: Limits, onSlow: () => void): () => void {
  const startedAt = performance.now()
  let received = 0
  const count = (chunk: Buffer): void => void (received += chunk.length)
  // To listen any earlier would make the body flow before somebody reads it.
  body.once('resume', () => body.on('data', count))
  const look = (): void => {
    const seconds = (performance.now() - startedAt) / 1000
    if (received < seconds * leastBytesPerSecond) return onSlow()
    timer = setTimeout(look, everyMs)
  }
  let timer = setTimeout(look, afterMs)
  return () => clearTimeout(timer)
}

/** Marks all routes of `app` as reading their bodies themselves. */
export function streamsBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, streamsBody: true }
  })
}

function endSlow(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
  if (request.raw.httpVersionMajor === 1) reply.header('connection', 'close')
  reply.raw.once('close', () => raw.destroy()).once('finish', () => raw.destroy())
  raw.emit('error', new BodyTooSlowError('The body did not arrive in time'))
}
