import type { FastifyRequest } from 'fastify'
import { FILES_BUCKET } from '#contract/limits.ts'
import { isReadPurpose, READ_PURPOSE_HEADER, type ReadPurpose } from '#contract/audit/read-purpose.ts'
import { clientOf } from '#server/auth/request.ts'
import type { Clock } from '../../clock.ts'
import type { Caller, Database } from '../../db/database.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { recordReadStatement } from './objects.sql.ts'
import type { Target } from './signed-targets.ts'
import { StorageError } from '../storage-error.ts'
import type { LiveSessions } from '#server/auth/session/live-sessions.ts'
import type { Threats } from '#server/threats/threats.ts'

/** Short beside the fifteen minutes in which the database writes one event. */
const REMEMBERED_MS = 60_000
const REMEMBERED_READS = 10_000

type Services = { database: Database; limits: RateLimits; threats: Threats; sessions: LiveSessions; clock: Clock }
/** Who reads what, from where, and what they say it is for. */
type Read = {
  caller: Caller
  target: Target
  client: { ip: string; userAgent: string | undefined; device?: Buffer | undefined }
  purpose: ReadPurpose | undefined
}

/** Reading a file of somebody else leaves an event, before the first byte (docs/decisions/0067-reading-leaves-an-event.md). */
export class Reads {
  readonly #services: Services
  /** Until when a read is known to be in the log; the parts of a film ask once. */
  readonly #recorded = new Map<string, number>()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Writes the event, unless the object is the caller's own or the event is there.
   * @throws {RateLimitError} @throws {StorageError} `NoSuchKey` when no file has this content any more
   * @throws {pg.DatabaseError} when it cannot be written: the bytes must stay here then
   */
  async record(read: Read): Promise<void> {
    const { caller, target, client, purpose } = read
    const { sub: reader, session_id: session } = caller.claims
    if (caller.role !== 'authenticated' || typeof reader !== 'string') return
    await this.#inspect(reader, read)
    if (isOwn(caller, target)) return
    const key = JSON.stringify([reader, session, client.ip, purpose, target.name])
    const { database, limits, clock } = this.#services
    if ((this.#recorded.get(key) ?? 0) > clock.elapsedMs()) return
    await limits.take('readEventByUser', reader)
    const facts = { ip: client.ip, user_agent: client.userAgent, purpose, session_id: session }
    const { text, values } = recordReadStatement(target.name, reader, JSON.stringify(facts))
    const { rows } = await database.owner<{ is_file: boolean }>(text, values)
    if (!rows[0]?.is_file) throw new StorageError('NoSuchKey')
    this.#remember(key)
  }

  /** Reading one's own is inspected too: a stolen session reads what its person owns. */
  async #inspect(userId: string, { caller, target, client }: Read): Promise<void> {
    const { session_id: sessionId } = caller.claims
    if (target.bucket !== FILES_BUCKET || typeof sessionId !== 'string') return
    const { threats, sessions } = this.#services
    const isThrottled = await sessions.isThrottled(sessionId)
    await threats.reading.inspect({ userId, sessionId, ...client, device: client.device, isThrottled }, target.name)
  }

  #remember(key: string): void {
    const [oldest] = this.#recorded.keys()
    if (this.#recorded.size >= REMEMBERED_READS && oldest !== undefined) this.#recorded.delete(oldest)
    this.#recorded.set(key, this.#services.clock.elapsedMs() + REMEMBERED_MS)
  }
}

/** Everyone owns the folder named after their id; other buckets hold no files of people. */
export function isOwn({ claims }: Caller, { bucket, name }: Target): boolean {
  return bucket !== FILES_BUCKET || name.split('/', 1)[0] === claims.sub
}

/** A download by address is one; otherwise a header may say what the read is for. */
export function readOf(request: FastifyRequest, caller: Caller, target: Target): Read {
  const { ip, userAgent, device } = clientOf(request)
  const stated = request.headers[READ_PURPOSE_HEADER]
  const isDownload = typeof request.query === 'object' && request.query !== null && 'download' in request.query
  const purpose = isDownload ? 'download' : isReadPurpose(stated) ? stated : undefined
  return { caller, target, client: { ip, userAgent, device }, purpose }
}
