import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { outageOf } from '#server/http/outage.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Caller, Database } from '../db/database.ts'
import { CallerError, type Callers } from '../http/caller.ts'
import { type Broadcast, sizeOf } from './connections/frames.ts'
import { type Hub, keyOf } from './channels/hub.ts'
import { readRights } from './channels/channel-rights.ts'
import { BROADCAST_BYTES, type Budget, type RealtimeSettings, TOPIC_BYTES } from './realtime-limits.ts'
import { type Turns, TurnsFullError } from './connections/turns.ts'

export type BroadcastServices = {
  settings: RealtimeSettings
  database: Database
  callers: Callers
  hub: Hub
  turns: Turns
  budgetOf: (subject: string) => Budget
}

class BroadcastError extends Error {
  override readonly name = 'BroadcastError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

const MOST_MESSAGES = 100
const shortText = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= TOPIC_BYTES - 'realtime:'.length)
const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: shortText,
        event: shortText,
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(MOST_MESSAGES),
})
const address = z.object({ topic: shortText, event: shortText })

/** Broadcasts without a WebSocket. */
export function broadcastRoutes(app: FastifyInstance, services: BroadcastServices): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2 * BROADCAST_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler(sendProblem)

  app.post('/api/broadcast', async (request, reply) => {
    const caller = await services.callers.callerOf(request)
    const parsed = batch.safeParse(parseBody(request.body))
    if (!parsed.success) throw new BroadcastError(422, z.prettifyError(parsed.error))
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      const broadcast: Broadcast = { kind: 'json', event, json: JSON.stringify(payload) }
      await send(services, { caller, request }, { topic, isPrivate, broadcast })
    }
    return reply.code(202).send()
  })

  app.post<{ Params: { topic: string; event: string }; Querystring: Record<string, string> }>(
    '/api/broadcast/:topic/events/:event',
    async (request, reply) => {
      const caller = await services.callers.callerOf(request)
      const parsed = address.safeParse(request.params)
      if (!parsed.success) throw new BroadcastError(422, 'topic or event are too long')
      if (Object.keys(request.query).some((name) => name.startsWith('persist'))) {
        throw new BroadcastError(422, 'messages are not kept here')
      }
      const { topic, event } = parsed.data
      const isPrivate = request.query['private'] === 'true'
      await send(services, { caller, request }, { topic, isPrivate, broadcast: bodyOf(request, event) })
      return reply.code(202).send()
    },
  )
}

/** @throws {BroadcastError} */
async function send(
  { settings, database, hub, turns, budgetOf }: BroadcastServices,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  { topic, isPrivate, broadcast }: { topic: string; isPrivate: boolean; broadcast: Broadcast },
): Promise<void> {
  const { sub } = caller.claims
  const subject = typeof sub === 'string' && sub ? `person/${sub}` : `address/${networkOf(request.ip)}`
  if (caller.role !== 'service_role' && !budgetOf(subject).take()) {
    throw new BroadcastError(429, 'You have exceeded your rate limit')
  }
  if (sizeOf(broadcast) > BROADCAST_BYTES) throw new BroadcastError(413, 'the payload is too large')
  if (!isPrivate && !settings.hasPublicChannels)
    throw new BroadcastError(403, 'This project only allows private channels')
  if (isPrivate) {
    const rights = await turns.run(() => readRights(database, caller, topic))
    // As in the reference, nobody learns from the answer who may write where.
    if (!rights.broadcast.write) return
  }
  hub.broadcast(keyOf(topic, isPrivate), broadcast)
}

function bodyOf({ body, headers }: FastifyRequest, event: string): Broadcast {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (headers['content-type']?.startsWith('application/octet-stream')) return { kind: 'bytes', event, bytes }
  return { kind: 'json', event, json: JSON.stringify(parseBody(bytes)) }
}

function parseBody(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  } catch (cause) {
    throw new BroadcastError(422, 'the body is not JSON', { cause })
  }
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [status, message] = problemOf(error)
  if (status === 500) request.log.error({ err: error }, 'broadcast failed')
  if (status === 429 || status === 503) reply.header('retry-after', '1')
  return reply.code(status).send({ message, error: message })
}

function problemOf(error: unknown): [status: number, message: string] {
  if (error instanceof BroadcastError) return [error.status, error.message]
  if (error instanceof CallerError) return [401, error.message]
  const outage = outageOf(error)
  if (outage) return [503, outage.message]
  if (error instanceof TurnsFullError) return [503, error.message]
  const { statusCode } = error as { statusCode?: unknown }
  if (typeof statusCode === 'number' && statusCode < 500) return [statusCode, (error as Error).message]
  return [500, 'Internal Server Error']
}
