import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { within } from '../status/within.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'

/** Who balances load asks every few seconds and waits no longer. */
const LIMIT_MS = 2000
/** An answer counts so long for everybody: asking often costs nothing. */
const KEPT_MS = 3000
/** That something is not ready counts for less: one slow moment must not keep a server out for seconds. */
const FAILING_KEPT_MS = 500

export type Part = 'database' | 'disk' | 'staging' | 'storage'
/** @throws when the part is not ready. `signal` aborts when nobody waits any more. */
type Check = (signal: AbortSignal) => Promise<void>
export type ReadinessLog = Pick<FastifyBaseLogger, 'error' | 'warn'>

export type ReadinessServices = {
  database: Pick<Database, 'answer'>
  store: Pick<BlobStore, 'checkStaging' | 'checkStore'>
  /** Folders whose disks need room, and how much, in bytes. */
  folders: readonly string[]
  freeBytes: number
  log: ReadinessLog
  clock?: Clock
}

/** Whether this server can work: all parts are asked at the same time, and one that hangs is not asked twice. */
export class Readiness {
  readonly #checks: Readonly<Record<Part, Check>>
  readonly #log: ReadinessLog
  readonly #clock: Clock
  readonly #running = new Set<Part>()
  #failing: readonly Part[] = []
  #failedInARow = 0
  #last: { untilMs: number; failing: Promise<readonly Part[]> } | undefined

  constructor({ database, store, folders, freeBytes, log, clock = systemClock }: ReadinessServices) {
    this.#checks = {
      database: () => database.answer(LIMIT_MS),
      disk: async () => void (await Promise.all(folders.map((folder) => requireRoom(folder, freeBytes)))),
      staging: () => store.checkStaging(),
      storage: (signal) => store.checkStore(signal),
    }
    this.#log = log
    this.#clock = clock
  }

  /** @returns the parts that are not ready, at most three seconds old, after two seconds at most. */
  async failing(): Promise<readonly Part[]> {
    const nowMs = this.#clock.elapsedMs()
    if (this.#last && nowMs < this.#last.untilMs) return this.#last.failing
    const last = { untilMs: nowMs + KEPT_MS, failing: this.#ask() }
    this.#last = last
    const failing = await last.failing
    if (failing.length > 0) last.untilMs = this.#clock.elapsedMs() + FAILING_KEPT_MS
    return failing
  }

  /** Whether something was not ready the time before as well: one slow moment is none. */
  get isLasting(): boolean {
    return this.#failedInARow > 1
  }

  async #ask(): Promise<readonly Part[]> {
    const parts: Part[] = ['database', 'disk', 'staging', 'storage']
    const outcomes = await Promise.all(parts.map((part) => this.#isReady(part)))
    const failing = parts.filter((_part, place) => !outcomes[place])
    for (const part of this.#failing) if (!failing.includes(part)) this.#log.warn({ part }, 'ready again')
    this.#failing = failing
    this.#failedInARow = failing.length > 0 ? this.#failedInARow + 1 : 0
    return failing
  }

  async #isReady(part: Part): Promise<boolean> {
    try {
      if (this.#running.has(part)) throw new Error('the last check has not ended')
      this.#running.add(part)
      const work = this.#checks[part](AbortSignal.timeout(LIMIT_MS)).finally(() => this.#running.delete(part))
      await within(LIMIT_MS, work)
      return true
    } catch (err) {
      // Once, and not at every question: a full disk must not fill with lines about it.
      if (!this.#failing.includes(part)) this.#log.error({ err, part }, 'not ready')
      return false
    }
  }
}

/** @throws {Error} when the disk of a folder has less room. */
export async function requireRoom(folder: string, freeBytes: number): Promise<void> {
  if (freeBytes === 0) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < freeBytes) throw new Error(`${bavail * bsize} bytes are free, and ${freeBytes} are needed`)
}
