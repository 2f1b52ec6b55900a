import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { Brake, StoreDoubtedError } from './brake.ts'
import type { LostContent, Problem } from './lost-content.ts'
import { Pace } from './pace.ts'
import { readContent } from './read-content.ts'
import {
  advanceScrub,
  claimScrub,
  finishScrub,
  releaseClaim,
  renewClaim,
  type ScrubFacts,
  scrubFacts,
  type Step,
  type Stored,
  storedAfter,
} from './scrub.sql.ts'
import type { UpkeepSettings } from './upkeep-settings.ts'

const PAGE = 100
/** What was read is noted at least so often; an end by force loses no more. */
const NOTED_EVERY_MS = 5_000
const RENEWED_EVERY_MS = 30_000
const LOOKED_EVERY_MS = 5 * 60_000
/** The store says within so long whether it is well. */
const CHECK_MS = 10_000

type Claimed = { reached: string | null; blobs: number; lost: number }

export type ScrubServices = {
  database: Database
  store: BlobStore
  lost: LostContent
  settings: Pick<UpkeepSettings, 'scrubDays' | 'scrubBytesPerSecond'>
}

/** `unreadable`: the store is well, and does not let this one be read; `error` says why. */
export type Found = { blob: string; problem: Problem } | { blob: string; problem: 'unreadable'; error: unknown }
type Options = {
  signal?: AbortSignal
  /** Hears of content that is lost, known or not, or cannot be read. */
  say?: (found: Found) => void
}

/** `due`: nothing was read, because nothing is due or another process reads. */
export type Scrubbed = { outcome: 'not due' | 'stopped' | 'finished'; read: Step }

const nothing = (): Step => ({ reached: null, blobs: 0, bytes: 0, unknown: 0, lost: 0, unreadable: 0 })

/**
 * Reads all stored content, as slowly as the settings say, from where the last reading stopped, and reports what is not what was stored
 * (docs/decisions/0134-stored-content-is-read.md). One process reads at a time.
 *
 * @param options `isForced`: whether one is due or not; `signal` ends it after what is being read, without a trace.
 * @throws {StoreDoubtedError} when the store is away, or much is gone at once: the next one continues.
 */
export async function scrubContent(
  services: ScrubServices,
  { isForced = false, ...options }: Options & { isForced?: boolean } = {},
): Promise<Scrubbed> {
  const { database, settings } = services
  const claim = randomUUID()
  const read = nothing()
  const { rows } = await ask<Claimed>(database, claimScrub(claim, settings.scrubDays, isForced))
  const [claimed] = rows
  if (!claimed) return { outcome: 'not due', read }
  const renewal = setInterval(
    () => void ask(database, renewClaim(claim)).catch(() => undefined),
    RENEWED_EVERY_MS,
  ).unref()
  const noted = async (step: Step): Promise<boolean> => {
    const { rowCount } = await ask(database, advanceScrub(claim, step))
    addTo(read, step)
    return rowCount === 1
  }
  try {
    const isWhole = await readAll(services, { ...options, after: claimed.reached, brake: new Brake(claimed), noted })
    if (isWhole) await ask(database, finishScrub(claim))
    return { outcome: isWhole ? 'finished' : 'stopped', read }
  } finally {
    clearInterval(renewal)
    await ask(database, releaseClaim(claim))
  }
}

/** Reads a share of all content, chosen by chance, and notes nothing of how far it came. */
export async function scrubSample(services: ScrubServices, share: number, options: Options = {}): Promise<Step> {
  const read = nothing()
  const noted = async (step: Step): Promise<boolean> => {
    addTo(read, step)
    return true
  }
  await readAll(services, { ...options, after: null, share, brake: new Brake(), noted })
  return read
}

type Way = Options & { after: string | null; share?: number; brake: Brake; noted: (step: Step) => Promise<boolean> }
type Looked = { stored: Stored; found: Found | undefined }

/** @returns false when it was stopped. */
async function readAll(services: ScrubServices, { signal, say, noted, brake, ...way }: Way): Promise<boolean> {
  const { database, store, settings } = services
  const reading = { pace: new Pace(settings.scrubBytesPerSecond), ...(signal ? { signal } : {}) }
  let [step, notedAt] = [nothing(), performance.now()]
  // What is gone counts once another one behind it is there: before, it may be the store.
  let held: Looked[] = []
  const settle = async (): Promise<void> => {
    for (const looked of held) await report(services, looked, { step, say })
    held = []
  }
  const note = async (): Promise<boolean> => {
    const done = step
    ;[step, notedAt] = [nothing(), performance.now()]
    return noted(done)
  }
  for (let after = way.after; ;) {
    const { rows } = await ask<Stored>(database, storedAfter(after, PAGE, way.share))
    for (const stored of rows) {
      const found = signal?.aborted ? 'stopped' : await readOrStop(store, stored, reading)
      if (found === 'stopped') {
        await note()
        return false
      }
      const isGone = found !== undefined && found.problem !== 'damaged'
      try {
        if (!stored.is_known) brake.count(isGone)
      } catch (error) {
        await note()
        throw error
      }
      held.push({ stored, found })
      if (!isGone) await settle()
      if (held.length === 0 && performance.now() - notedAt >= NOTED_EVERY_MS && !(await note())) return false
    }
    after = rows.at(-1)?.blob_id ?? null
    if (rows.length < PAGE) {
      await settle()
      return note()
    }
  }
}

async function readOrStop(
  store: BlobStore,
  stored: Stored,
  reading: { pace: Pace; signal?: AbortSignal },
): Promise<Found | 'stopped' | undefined> {
  const found = await look(store, stored, reading)
  if (found === undefined || found === 'stopped') return found
  try {
    await store.checkStore(AbortSignal.timeout(CHECK_MS))
  } catch (cause) {
    throw new StoreDoubtedError(
      `The store does not answer (${cause instanceof Error ? cause.message : String(cause)})`,
      {
        cause,
      },
    )
  }
  return found
}

async function look(
  store: BlobStore,
  stored: Stored,
  reading: { pace: Pace; signal?: AbortSignal },
): Promise<Found | 'stopped' | undefined> {
  const blob = stored.blob_id
  try {
    const problem = await readContent(store, stored, reading)
    return problem && { blob, problem }
  } catch (error) {
    return reading.signal?.aborted ? 'stopped' : { blob, problem: 'unreadable', error }
  }
}

/** What was deleted or replaced while it was read is no loss: `record` looks. */
async function report(
  { lost }: ScrubServices,
  { stored, found }: Looked,
  { step, say }: { step: Step; say: Options['say'] },
): Promise<void> {
  const isLost = found !== undefined && found.problem !== 'unreadable'
  if (isLost)
    for (const object_id of stored.objects)
      await lost.record({ object_id, blob_id: stored.blob_id }, found.problem, 'scrub')
  if (found) say?.(found)
  addTo(step, {
    reached: stored.blob_id,
    blobs: 1,
    bytes: Number(stored.size_bytes),
    unknown: stored.checksum === '' ? 1 : 0,
    lost: isLost ? 1 : 0,
    unreadable: found?.problem === 'unreadable' ? 1 : 0,
  })
}

/** What is known of readings. */
export async function describeScrub(database: Database): Promise<ScrubFacts> {
  const { rows } = await database.owner<ScrubFacts>(scrubFacts.text)
  const [facts] = rows
  if (!facts) throw new Error('storage.scrub has no row')
  return facts
}

/** Looks every five minutes whether a reading is due, and reads until it is whole or the server stops. @returns what ends it. */
export function startScrub(services: ScrubServices, log: { error: (context: object, message: string) => void }) {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const say = (found: Found): void => {
    if (found.problem === 'unreadable')
      log.error({ err: found.error, blob: found.blob }, 'stored content cannot be read')
  }
  const round = async (): Promise<void> => {
    try {
      await scrubContent(services, { signal: stopped.signal, say })
    } catch (err) {
      log.error({ err }, 'the reading of stored content ended early')
    }
  }
  const timer = setInterval(() => void (running ??= round().finally(() => (running = undefined))), LOOKED_EVERY_MS)
  return async (): Promise<void> => {
    clearInterval(timer)
    stopped.abort()
    await running
  }
}

function addTo(sum: Step, { reached, ...counts }: Step): void {
  sum.reached = reached ?? sum.reached
  sum.blobs += counts.blobs
  sum.bytes += counts.bytes
  sum.unknown += counts.unknown
  sum.lost += counts.lost
  sum.unreadable += counts.unreadable
}

function ask<Row extends object>(database: Database, { text, values }: { text: string; values: unknown[] }) {
  return database.owner<Row>(text, values)
}
