import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { KEY_HEADER, MAX_KEY_CHARACTERS, readKey, takesKey } from '#contract/wire/request-key.ts'
import { DatabaseLostError } from '#server/db/database-busy-error.ts'
import type { Caller, Database } from '#server/db/database.ts'
import type { Callers } from '../caller.ts'
import { namedLimits, type RateLimits } from '../rate-limits.ts'
import { Refusal, refusalsOf } from '../refusal.ts'
import { isKept } from './kept-answers.ts'
import { beginRequest, findRequest, forgetRequest, keepAnswer, keepState, type KnownRequest } from './repeats.sql.ts'

type Services = { database: Database; callers: Callers; limits: RateLimits; secrets: { serverSecret: Buffer } }
/** Whether a request is done once by its key. */
type Takes = (request: FastifyRequest) => boolean
/** A request that is the first with its key. */
type Claim = { id: string; caller: Caller; isUnsure: boolean }

/** Starting value: repeats are answered before the limit of what they repeat. */
const LIMITS = namedLimits({ keysByUser: { burst: 120, refillSeconds: 0.5 } })
const RUNNING_SECONDS = 1
/** Waits before how a request ended is written once more: the database that refused it for being busy may refuse that as well. */
const WRITE_AGAIN_MS = [2_000, 10_000, 60_000]
/** SQLSTATE of a row that a policy refuses. */
const REFUSED_BY_POLICY = '42501'

const refuse = refusalsOf({
  key_unreadable: [
    400,
    `Idempotency-Key takes a text in quotes, of 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters. Nothing was done.`,
  ],
  key_reused: [422, 'This key was sent with another request before. Nothing was done; give this one a key of its own.'],
  key_done: [
    409,
    'This was done already, and its answer is not kept. Nothing was done twice; look at what is there now.',
  ],
  key_unsure: [
    409,
    'Whether the first request with this key was done is not known. Nothing was done now; look at what is there before you try with another key.',
  ],
})
const stillRunning = () =>
  new Refusal(409, 'key_running', 'The first request with this key is still running. Ask again in a moment.', {
    retryAfterSeconds: RUNNING_SECONDS,
  })

/**
 * Has the routes of a scope do once what people send with the same key, and answer repeats with the first answer
 * (docs/decisions/0240-what-is-sent-twice-is-done-once.md). Add it before the routes.
 *
 * @param takes whose keys are read; others are done as if they had none
 */
export function doOnce(app: FastifyInstance, services: Services, takes: Takes = changes): void {
  const { database } = services
  const claims = new WeakMap<FastifyRequest, Claim>()

  app.addHook('preHandler', async (request, reply) => {
    const claimed = takes(request) ? await claim(services, request) : undefined
    if (claimed === undefined) return undefined
    if ('id' in claimed) return void claims.set(request, claimed)
    return repeat(reply, claimed)
  })
  app.addHook('onError', async (request, _reply, error) => {
    const claimed = claims.get(request)
    if (claimed && error instanceof DatabaseLostError) claimed.isUnsure = true
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const claimed = claims.get(request)
    if (!claimed) return payload
    claims.delete(request)
    const settled = () => settle(database, claimed, { request, reply, payload })
    // Leaves it as running: a repeat is refused while nothing says how it ended.
    await settled().catch(() => void settleLater(settled, request))
    return payload
  })
}

const changes: Takes = ({ method, routeOptions: { url = '' } }) => takesKey(method, url)

/** @returns undefined for a request without a key, or of nobody: the route decides about it. @throws {Refusal} */
async function claim(
  { database, callers, limits, secrets }: Services,
  request: FastifyRequest,
): Promise<Claim | KnownRequest | undefined> {
  const given = request.headers[KEY_HEADER]
  if (given === undefined) return undefined
  const caller = await callers.callerOf(request).catch(() => undefined)
  const { sub } = caller?.claims ?? {}
  if (caller?.role !== 'authenticated' || typeof sub !== 'string') return undefined

  const key = typeof given === 'string' ? readKey(given) : undefined
  if (key === undefined) throw refuse('key_unreadable')
  await limits.take(LIMITS.keysByUser, sub)
  const asked = { key, fingerprint: fingerprintOf(request, secrets.serverSecret) }
  try {
    const id = await beginRequest({ database, caller }, asked)
    if (id !== undefined) return { id, caller, isUnsure: false }
  } catch (error) {
    // Leaves the refusal to the route: a person who has not proven enough for this table has not for what is behind it either.
    if (error instanceof DatabaseError && error.code === REFUSED_BY_POLICY) return undefined
    throw error
  }
  const known = await findRequest({ database, caller }, asked)
  // It was refused between the two questions.
  if (!known) throw stillRunning()
  return known
}

/** @throws {Refusal} where there is no answer to repeat */
function repeat(reply: FastifyReply, { is_same, state, status, answer, is_lost }: KnownRequest): FastifyReply {
  if (!is_same) throw refuse('key_reused')
  if (state === 'unsure' || is_lost) throw refuse('key_unsure')
  if (state === 'running') throw stillRunning()
  if (state === 'done' || status === null) throw refuse('key_done')
  reply.code(status)
  return answer === null ? reply.send() : reply.type('application/json; charset=utf-8').send(answer)
}

type Ended = { request: FastifyRequest; reply: FastifyReply; payload: unknown }

/** Tries while the server runs, without keeping it from ending. */
async function settleLater(settled: () => Promise<void>, { log }: FastifyRequest): Promise<void> {
  for (const waitMs of WRITE_AGAIN_MS) {
    await sleep(waitMs, undefined, { ref: false })
    try {
      return await settled()
    } catch (err) {
      log.error({ err }, 'how a request with a key ended could not be kept')
    }
  }
}

async function settle(database: Database, { id, caller, isUnsure }: Claim, ended: Ended): Promise<void> {
  const { request, reply, payload } = ended
  const as = { database, caller }
  if (reply.statusCode >= 400) return isUnsure ? keepState(as, id, 'unsure') : forgetRequest(as, id)
  const answer = payload ?? ''
  const type = reply.getHeader('content-type')
  if (typeof answer !== 'string' || !isKept(routeOf(request), typeof type === 'string' ? type : undefined, answer)) {
    return keepState(as, id, 'done')
  }
  return keepAnswer(as, id, { status: reply.statusCode, answer: answer === '' ? null : answer })
}

/** Method and address, as the lists of routes name it. */
const routeOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  `${method} ${url.replace(/(?<=.)\/$/, '')}`

/** HMAC-SHA-256 of what is asked for: few things can be asked of some routes, and a hash without a key would tell which it was. */
function fingerprintOf({ method, url, body }: FastifyRequest, serverSecret: Buffer): Buffer {
  const hash = createHmac('sha256', serverSecret).update(`idempotency:${method} ${url}\n`)
  if (Buffer.isBuffer(body) || typeof body === 'string') hash.update(body)
  else if (body !== undefined && body !== null) hash.update(JSON.stringify(body))
  return hash.digest()
}
