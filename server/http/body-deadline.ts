import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, and watches how it arrives. */
    streamsBody?: boolean
  }
}

/** A megabyte in half a minute is slower than any telephone line that still loads the page. */
const BODY_MS = 30_000

class BodyTooSlowError extends Error {
  override readonly name = 'BodyTooSlowError'
  readonly statusCode = 408
}

/**
 * Ends requests whose body does not arrive in time. Node's own `requestTimeout` is off, because uploads may take hours; they have a
 * limit of their own (`watchIdle`).
 */
export function limitBodyTime(app: FastifyInstance, limitMs = BODY_MS): void {
  app.addHook('preParsing', async (request, reply) => {
    const { headers, routeOptions, raw } = request
    const hasBody = headers['content-length'] !== undefined ? headers['content-length'] !== '0' : !raw.readableEnded
    if (!hasBody || routeOptions.config.streamsBody || request.method === 'GET' || request.method === 'HEAD') return
    const timer = setTimeout(() => endSlow(request, reply), limitMs)
    const stop = (): void => clearTimeout(timer)
    raw.once('end', stop).once('close', stop).once('error', stop)
  })
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
