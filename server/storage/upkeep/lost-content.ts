import type { FastifyBaseLogger } from 'fastify'
import { type Clock, systemClock } from '../../clock.ts'
import type { Database, Transaction } from '../../db/database.ts'

export type Problem = 'missing' | 'damaged'
/** Somebody's read, the daily comparison of sizes, or the reading of all content. */
export type FoundBy = 'read' | 'sweep' | 'scrub'
/** An object, and the blob that it names. */
type Content = { object_id: string; blob_id: string }
type Log = Pick<FastifyBaseLogger, 'error'>

/** Opens and closes the incident about lost content on the status page; there is one at a time. */
export type ContentIncident = {
  open: (db: Transaction) => Promise<void>
  close: (db: Transaction) => Promise<void>
}

/** This process asks the database no sooner again whether a loss is known. */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_LOSSES = 10_000

/**
 * Says once of each object that its content is missing or damaged: an event of the audit log, a notice to who manages security and an
 * incident (docs/decisions/0124-lost-content-is-said-once.md).
 */
export class LostContent {
  readonly #database: Database
  readonly #incident: ContentIncident
  readonly #clock: Clock
  /** Until when a loss is known to be recorded. */
  readonly #recorded = new Map<string, number>()

  constructor({
    database,
    incident,
    clock = systemClock,
  }: {
    database: Database
    incident: ContentIncident
    clock?: Clock
  }) {
    this.#database = database
    this.#incident = incident
    this.#clock = clock
  }

  /** A read found it. Whatever goes wrong here must not hide from the reader what went wrong there. */
  async noticed(content: Content, problem: Problem, log: Log): Promise<void> {
    const key = `${content.object_id} ${content.blob_id}`
    if ((this.#recorded.get(key) ?? 0) > this.#clock.elapsedMs()) return
    this.#remember(key)
    log.error({ object: content.object_id, blob: content.blob_id, problem }, 'content of an object is lost')
    try {
      await this.record(content, problem, 'read')
    } catch (err) {
      this.#recorded.delete(key)
      log.error({ err, object: content.object_id }, 'the loss of content could not be recorded')
    }
  }

  /** @returns false when it is known, or the object has other content by now. */
  record({ object_id, blob_id }: Content, problem: Problem, foundBy: FoundBy): Promise<boolean> {
    return this.#database.asOwner(async (db) => {
      const { rows } = await db.query<{ is_new: boolean }>({
        text: 'select storage.record_loss($1, $2, $3, $4) as is_new',
        values: [object_id, blob_id, problem, foundBy],
      })
      if (!rows[0]?.is_new) return false
      await this.#incident.open(db)
      return true
    })
  }

  /** It is whole again. */
  async end({ object_id, blob_id }: Content): Promise<void> {
    this.#recorded.delete(`${object_id} ${blob_id}`)
    await this.#database.owner('select storage.end_loss($1, $2)', [object_id, blob_id])
  }

  /** Closes the incident when nothing is lost any more: whole again, replaced or deleted. */
  async closeIncident(): Promise<void> {
    await this.#database.asOwner(async (db) => {
      const { rows } = await db.query<{ left: number }>({ text: 'select storage.losses_left() as left' })
      if (rows[0]?.left === 0) await this.#incident.close(db)
    })
  }

  #remember(key: string): void {
    const [oldest] = this.#recorded.keys()
    if (this.#recorded.size >= REMEMBERED_LOSSES && oldest !== undefined) this.#recorded.delete(oldest)
    this.#recorded.set(key, this.#clock.elapsedMs() + REMEMBERED_MS)
  }
}
