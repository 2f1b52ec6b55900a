import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseEntriesPath, parseTilePath, TILE_WIDTH } from '#ledger/tree/tile.ts'
import { clientOf } from '#server/auth/request.ts'
import type { Caller } from '#server/db/database.ts'
import type { Callers } from '#server/http/caller.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { ledgerError, sendLedgerError } from './ledger-error.ts'
import type { LedgerReader } from './ledger-reader.ts'

const MOST_EVENTS = 200
const MOST_PEOPLE = 100
const TEXT = 'text/plain; charset=utf-8'

const events = z.strictObject({ events: z.array(z.uuid().lowercase()).min(1).max(MOST_EVENTS) })
const keys = z.strictObject({
  size: z.int().positive(),
  people: z.array(z.hex().length(64).lowercase()).min(1).max(MOST_PEOPLE),
})
const build = z.strictObject({ manifest: z.hex().length(64).lowercase() })
const stampedSize = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const event = z.strictObject({ id: z.uuid().lowercase() })

export type LedgerRouteServices = { reader: LedgerReader; callers: Callers; limits: RateLimits }

/**
 * The logs in the layout of C2SP, `/logs/<id>/checkpoint` and `/logs/<id>/tile/…`, and what people ask of their own events. The anchor log is
 * for everybody; another needs an account of its organisation.
 */
export function ledgerRoutes(app: FastifyInstance, { reader, callers, limits }: LedgerRouteServices): void {
  app.setErrorHandler(sendLedgerError)
  app.addHook('onRequest', (request) => limits.take('ledgerByAddress', clientOf(request).ip))

  async function logOf(request: FastifyRequest) {
    const { log } = request.params as { log: string }
    const hasToken = request.headers.authorization !== undefined
    return reader.find(hasToken ? await callers.callerOf(request) : undefined, log)
  }

  app.get('/logs', async (request) => ({ logs: await reader.list(await signedInBy(callers)(request)) }))
  app.get('/policy', async (_request, reply) => reply.type(TEXT).send(await reader.policy()))

  app.get('/logs/:log/checkpoint', async (request, reply) => {
    const log = await logOf(request)
    return reply
      .type(TEXT)
      .header('cache-control', 'no-store')
      .send(await reader.checkpoint(log))
  })
  app.get('/logs/:log/tile/*', async (request, reply) => {
    const log = await logOf(request)
    const path = `tile/${(request.params as { '*': string })['*']}`
    const [entries, tile] = [parseEntriesPath(path), parseTilePath(path)]
    if (!entries && !tile) throw ledgerError('no_tile')
    if (entries && !log.showsEntries) throw ledgerError('no_entries')
    const bytes = entries ? await reader.entries(log.id, entries) : tile && (await reader.tile(log.id, tile))
    const isFull = (entries ?? tile)?.width === TILE_WIDTH
    const scope = log.kind === 'anchor' ? 'public' : 'private'
    return reply
      .type('application/octet-stream')
      .header('cache-control', isFull ? `${scope}, max-age=31536000, immutable` : `${scope}, max-age=60`)
      .send(bytes)
  })

  timestampRoutes(app, { reader, logOf })
  app.get('/builds/:manifest/proof', async (request, reply) => {
    const asked = build.safeParse(request.params)
    if (!asked.success) throw ledgerError('bad_request')
    return reply
      .type(TEXT)
      .header('cache-control', 'no-store')
      .send(await reader.buildProof(Buffer.from(asked.data.manifest, 'hex')))
  })

  personRoutes(app, { reader, callers })
}

type LogOf = (request: FastifyRequest) => ReturnType<LedgerReader['find']>

/** When an authority outside said that the anchor log existed; with both files everybody can check it, by `openssl ts -verify` as well. */
function timestampRoutes(app: FastifyInstance, { reader, logOf }: { reader: LedgerReader; logOf: LogOf }): void {
  function sizeOf(request: FastifyRequest): number {
    const asked = stampedSize.safeParse((request.params as { size: string }).size)
    if (!asked.success) throw ledgerError('bad_request')
    return asked.data
  }
  const filesOf = async (request: FastifyRequest) => reader.timestampFiles(await logOf(request), sizeOf(request))
  app.get('/logs/:log/timestamps', async (request) => ({ timestamps: await reader.timestamps(await logOf(request)) }))
  app.get('/logs/:log/timestamps/:size', async (request, reply) => {
    const { reply: answer } = await filesOf(request)
    return reply.type('application/timestamp-reply').send(answer)
  })
  app.get('/logs/:log/timestamps/:size/stamped', async (request, reply) => {
    const { stamped } = await filesOf(request)
    return reply.type(TEXT).send(stamped)
  })
  app.get('/logs/:log/stamped/:size', async (request) => reader.namedWhenStamped(await logOf(request), sizeOf(request)))
}

/** What people with an account ask of their own events, and of the keys of others. */
function personRoutes(app: FastifyInstance, { reader, callers }: Omit<LedgerRouteServices, 'limits'>): void {
  const signedIn = signedInBy(callers)

  app.post('/keys', async (request) => {
    await signedIn(request)
    const body = keys.safeParse(request.body)
    if (!body.success) throw ledgerError('bad_request')
    const people = body.data.people.map((person) => new Uint8Array(Buffer.from(person, 'hex')))
    return { people: await reader.keys({ size: body.data.size, people }) }
  })

  app.post('/events/places', async (request) => {
    const caller = await signedIn(request)
    const body = events.safeParse(request.body)
    if (!body.success) throw ledgerError('bad_request')
    return { places: await reader.places(caller, body.data.events) }
  })
  app.get('/events/:id/proof', async (request, reply) => {
    const caller = await signedIn(request)
    const asked = event.safeParse(request.params)
    if (!asked.success) throw ledgerError('bad_request')
    return reply
      .type(TEXT)
      .header('content-disposition', `attachment; filename="${asked.data.id}.tlog-proof"`)
      .send(await reader.proof(caller, asked.data.id))
  })
}

const signedInBy =
  (callers: Callers) =>
  async (request: FastifyRequest): Promise<Caller> => {
    const caller = await callers.callerOf(request)
    if (caller.role !== 'authenticated') throw ledgerError('not_signed_in')
    return caller
  }
