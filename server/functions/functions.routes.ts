import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logOutage, outageOf } from '#server/http/outage.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller } from '#server/db/database.ts'
import { type Callers, CallerError, isWaiting } from '#server/http/caller.ts'
import { FunctionError, type Registry, type ServerFunction } from './registry.ts'

const BODY_LIMIT_BYTES = 256 * 1024
const TIMEOUT_MS = 60_000

export type FunctionRouteServices = {
  callers: Callers
  registry: Registry
  /** A function that runs longer is given up. Tests shorten it. */
  timeoutMs?: number
}

/** Registers functions/v1; mount it under the prefix `/functions/v1`. */
export async function functionRoutes(app: FastifyInstance, services: FunctionRouteServices): Promise<void> {
  const { callers, registry, timeoutMs = TIMEOUT_MS } = services
  app.removeAllContentTypeParsers()
  // Text, not an object: a webhook's signature is over the bytes, and clients that stringify themselves send text/plain.
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_: unknown, body: string) => body,
  )
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, unknownFunction()))

  // Below its name, an address is the function's own business.
  for (const address of ['/:name', '/:name/*']) {
    app.all<{ Params: { name: string } }>(address, async (request, reply) => {
      const { name } = request.params
      const found = Object.hasOwn(registry, name) ? registry[name] : undefined
      if (!found) throw unknownFunction()
      const caller = await callerOf(callers, request, found)
      if (!found.methods.some((method) => method === request.method)) {
        reply.header('allow', found.methods.join(', '))
        throw new FunctionError(405, `This function does not answer ${request.method}`)
      }
      const answer = await runWithin(Math.max(timeoutMs, found.timeoutMs ?? 0), (signal) =>
        found.handler({
          request,
          caller,
          signal,
          body: typeof request.body === 'string' ? request.body : '',
          header: (name, value) => void (reply.sent || reply.header(name, value)),
        }),
      )
      // Without this type clients take the answer for text.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer ?? {}))
    })
  }
}

/** The host's part of a call: who asks. Its refusals are the relay's, as clients expect. */
async function callerOf(callers: Callers, request: FastifyRequest, { verifyJwt }: ServerFunction): Promise<Caller> {
  const caller = await callers.callerOf(request)
  if (verifyJwt && caller.role !== 'authenticated') {
    throw new FunctionError(401, 'Missing authorization: this function needs the access token of a signed-in user', {
      isRelay: true,
      code: 'UNAUTHORIZED_NO_AUTH_HEADER',
    })
  }
  return caller
}

async function runWithin(timeoutMs: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const givenUp = new AbortController()
  const finished = new AbortController()
  try {
    return await Promise.race([
      work(givenUp.signal),
      sleep(timeoutMs, undefined, { signal: finished.signal }).then(() => {
        givenUp.abort()
        throw new FunctionError(504, 'The function took too long', { isRelay: true, code: 'WORKER_TIMEOUT' })
      }),
    ])
  } finally {
    finished.abort()
  }
}

const unknownFunction = () =>
  new FunctionError(404, 'Requested function was not found', { isRelay: true, code: 'NOT_FOUND' })

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const known = asFunctionError(error)
  const outage = outageOf(error)
  if (outage) logOutage(request, error, outage)
  if (known.status === 500) request.log.error({ err: error }, 'function failed')
  const { isRelay, retryAfterSeconds, code } = known.extras
  if (isRelay) reply.header('x-relay-error', 'true')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: known.message, ...(code && { code, message: known.message }) }))
}

function asFunctionError(error: unknown): FunctionError {
  if (error instanceof FunctionError) return error
  if (error instanceof CallerError) {
    if (isWaiting(error.code)) return new FunctionError(403, error.message, { code: error.code })
    return new FunctionError(401, error.message, { isRelay: true, code: 'UNAUTHORIZED_INVALID_JWT' })
  }
  // The rate limits are those of auth/v1.
  if (error instanceof Refusal) {
    return new FunctionError(error.status, error.message, { retryAfterSeconds: error.retryAfterSeconds })
  }
  const outage = outageOf(error)
  if (outage) {
    const { message, retryAfterSeconds } = outage
    return new FunctionError(503, message, { isRelay: true, retryAfterSeconds })
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new FunctionError(413, 'The request body is too large')
  if (status >= 400 && status < 500) return new FunctionError(status, 'The request cannot be read')
  return new FunctionError(500, 'Internal Server Error', { isRelay: true, code: 'WORKER_ERROR' })
}
