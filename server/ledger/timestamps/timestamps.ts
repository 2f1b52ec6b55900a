import { parseNote } from '#ledger/notes/note.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { findCurrentAnchor, newestCheckpoint } from '../logs.sql.ts'
import { askAuthority } from './ask-authority.ts'
import type { TimestampSettings } from './timestamp-settings.ts'
import { newestTimestamp, saveTimestamp } from './timestamps.sql.ts'

/** Between two time stamps of a log that grows. */
const EVERY_MS = 86_400_000
const RETRY_MS = 60_000
const LONGEST_RETRY_MS = 3_600_000
/** Without one for longer, something is wrong. */
const LATE_MS = 3 * EVERY_MS

type Log = { warn: (details: object, message: string) => void }
type Trouble = { readonly problem: string; readonly tries: number; readonly againAtMs: number }

export type TimestampsServices = { database: Database; clock: Clock; settings: TimestampSettings }

/** Has an authority outside say, once a day, that the anchor log existed as it is: that it was not made later. */
export class Timestamps {
  readonly #database: Database
  readonly #clock: Clock
  readonly #settings: TimestampSettings
  #trouble: Trouble | undefined

  constructor({ database, clock, settings }: TimestampsServices) {
    this.#database = database
    this.#clock = clock
    this.#settings = settings
  }

  /** Asks where the newest time stamp is a day old, and the log has grown since. */
  async askIfDue(log: Log): Promise<void> {
    if (this.#trouble && this.#trouble.againAtMs > this.#clock.elapsedMs()) return
    const due = await this.#findDue(EVERY_MS)
    if (!due) return
    const stamped = parseNote(due.note).text
    const answer = await askAuthority(this.#settings, new TextEncoder().encode(stamped))
    if ('problem' in answer) return this.#report(answer.problem, log)
    this.#trouble = undefined
    await saveTimestamp(this.#database, due.logId, { ...answer, size: due.size, stamped })
  }

  /** @returns false while the authority has not answered for days. */
  async isCurrent(): Promise<boolean> {
    const due = await this.#findDue(LATE_MS)
    return due === undefined || this.#clock.nowMs() - due.sinceMs < LATE_MS
  }

  async #findDue(afterMs: number) {
    const anchor = await findCurrentAnchor(this.#database)
    const newest = anchor && (await newestCheckpoint(this.#database, anchor.id))
    if (!anchor || !newest) return undefined
    const last = await newestTimestamp(this.#database, anchor.id)
    if (last && (last.size >= newest.size || this.#clock.nowMs() - last.at.getTime() < afterMs)) return undefined
    return { logId: anchor.id, ...newest, sinceMs: (last?.at ?? anchor.createdAt).getTime() }
  }

  /** Said once, until it is another problem. */
  #report(problem: string, log: Log): void {
    const tries = (this.#trouble?.tries ?? 0) + 1
    const againAtMs = this.#clock.elapsedMs() + Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
    if (this.#trouble?.problem !== problem) {
      log.warn({ url: this.#settings.url }, `the time-stamping authority has not stamped the ledger: ${problem}`)
    }
    this.#trouble = { problem, tries, againAtMs }
  }
}
