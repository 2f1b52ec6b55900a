import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Tasks } from '../../jobs/jobs.ts'
import { BlobMissingError, type BlobStore } from '../blobs/blob-store.ts'
import type { LostContent, Problem } from './lost-content.ts'
import { readContent } from './read-content.ts'
import {
  advanceSweep,
  beginSweep,
  type Known,
  knownLosses,
  runningSweep,
  seeLeftovers,
  type Suspect,
  suspectsOf,
  type SweepRow,
} from './sweep.sql.ts'
import type { UpkeepSettings } from './upkeep-settings.ts'

/** Well within what a stopping server waits for its jobs. */
const BUDGET_MS = 20_000
/** One sweep reports so many; the next one the rest. A bucket that is empty is one event too many a thousand times over. */
const MOST_LOSSES = 1000
/** Of one page, which must not take longer than a run. */
const LOSSES_OF_PAGE = 200
const LOSSES_AT_ONCE = 100
/** The store says within so long whether it is well. */
const CHECK_MS = 10_000
/** After a page it rests for as long as that took, so that requests have at least half of the store and of the database. */
const REST_OF_PAGE = 1

type Settings = Pick<UpkeepSettings, 'leftoverDays' | 'leftoverPercent'>
export type SweepServices = {
  database: Database
  store: BlobStore
  lost: LostContent
  settings: Settings
  /** Waits so many milliseconds; tests look on. */
  rest?: (ms: number) => Promise<unknown>
}

/**
 * Periodic work on stored content, for `startJobs`. The first run of a process looks again at what is known to be lost: a restore and a disk
 * that was put back are followed by a start, and the end of a sweep may be a day away.
 */
export function upkeepTasks(services: SweepServices): { tasks: Tasks; crontab: string } {
  let hasLookedAgain = false
  return {
    tasks: {
      'storage:sweep': async () => {
        if (!hasLookedAgain) await lookAgain(services)
        hasLookedAgain = true
        await sweepContent(services)
      },
    },
    crontab: '*/5 * * * * storage:sweep',
  }
}

/**
 * Compares what lies in the store with what the database knows, page by page, once a day: a stretch of it, from where the last one
 * stopped. Content without row or note is remembered, and noted when it is old enough and not too much of all
 * (docs/decisions/0123-the-note-of-a-blob-decides.md); rows without content, or with content of another size, are reported.
 *
 * @param options `budgetMs`: no page is begun later, but one. Rests between pages are part of it.
 * @returns whether a sweep ended.
 */
export async function sweepContent(services: SweepServices, { budgetMs = BUDGET_MS } = {}): Promise<boolean> {
  const { database, settings, rest = sleep } = services
  await database.owner(beginSweep)
  const { rows } = await database.owner<SweepRow>(runningSweep)
  const until = performance.now() + budgetMs
  let [sweep] = rows
  while (sweep) {
    const begun = performance.now()
    const { next, isLast } = await sweepPage(services, sweep)
    sweep = next
    if (isLast && next) {
      await lookAgain(services)
      await database.owner('select storage.finish_sweep($1, $2)', [settings.leftoverDays, settings.leftoverPercent])
      return true
    }
    const now = performance.now()
    const restMs = (now - begun) * REST_OF_PAGE
    if (now + restMs >= until) return false
    if (next) await rest(restMs)
  }
  return false
}

async function sweepPage(
  services: SweepServices,
  sweep: SweepRow,
): Promise<{ next: SweepRow | undefined; isLast: boolean }> {
  const { database, store } = services
  const page = await store.list(sweep.reached ?? undefined)
  const { text, values } = seeLeftovers(page)
  await database.owner(text, values)
  const losses = await reportLosses(services, (limit) => suspectsOf({ sweep, page }, limit), Number(sweep.losses))
  const advance = advanceSweep({ sweep, page }, losses)
  const { rows } = await database.owner<SweepRow>(advance.text, advance.values)
  return { next: rows[0], isLast: page.isLast }
}

/** What was written or deleted since the page was listed is no loss: the store is asked about each. @returns how many were. */
async function reportLosses(
  { database, store, lost }: SweepServices,
  suspects: (limit: number) => ReturnType<typeof suspectsOf>,
  before: number,
): Promise<number> {
  const { text, values } = suspects(Math.max(0, Math.min(LOSSES_OF_PAGE, MOST_LOSSES - before)))
  const { rows } = await database.owner<Suspect>(text, values)
  let losses = 0
  for (const suspect of rows) {
    const problem = await unlessUnreadable(store, () => problemOf(store, suspect))
    if (problem && problem !== 'unreadable' && (await lost.record(suspect, problem, 'sweep'))) losses += 1
  }
  return losses
}

/** Content that was put back is whole again. What cannot be read stays what it was, and holds nothing up. */
async function lookAgain({ database, store, lost }: SweepServices): Promise<void> {
  for (let after: string | null = null; ;) {
    const { text, values } = knownLosses(after, LOSSES_AT_ONCE)
    const { rows }: { rows: Known[] } = await database.owner<Known>(text, values)
    for (const known of rows) if (!(await unlessUnreadable(store, () => stillLost(store, known)))) await lost.end(known)
    after = rows.at(-1)?.object_id ?? null
    if (rows.length < LOSSES_AT_ONCE) break
  }
  await lost.closeIncident()
}

/** @throws {Error} when the store is not well: then nothing is known of any other content either. */
async function unlessUnreadable<T>(store: BlobStore, look: () => Promise<T>): Promise<T | 'unreadable'> {
  try {
    return await look()
  } catch {
    await store.checkStore(AbortSignal.timeout(CHECK_MS))
    return 'unreadable'
  }
}

/** What has the size that it should have is read, where reading found it. */
const stillLost = (store: BlobStore, known: Known): Promise<Problem | undefined> =>
  known.found_by === 'scrub' ? readContent(store, known, {}) : problemOf(store, known)

/** @throws {BlobStoreError} when the store does not say. */
async function problemOf(store: BlobStore, { blob_id, size_bytes }: Suspect): Promise<Problem | undefined> {
  try {
    const reader = await store.open(blob_id)
    await reader.close()
    return reader.sizeBytes === Number(size_bytes) ? undefined : 'damaged'
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    throw error
  }
}
