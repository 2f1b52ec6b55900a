import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type CheckCategory, CHECK_CATEGORIES, type CheckId, CHECKS } from '#contract/checks/checks.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { ownerOf } from '../auth/account/users.sql.ts'
import type { Transaction } from '../db/database.ts'
import { webBuild } from '../http/web-app.ts'
import { enqueue, type Tasks } from '../jobs/jobs.ts'
import { ALL_CHECKS } from './all-checks.ts'
import { BrowserAnswers } from './browser-answers.ts'
import type { Check, CheckContext, CheckServices } from './check.ts'
import { recordTestEvent } from './events.sql.ts'
import { probeTasks } from './integrations/jobs.ts'
import { ProbePeople, removeForsakenPeople } from './probe-people.ts'
import { digestOf, resultsText } from './results-document.ts'
import { isOfBrowser, runChecks } from './run-checks.ts'
import {
  beginCheck,
  type Cause,
  endCheck,
  endForsaken,
  endRun,
  insertRun,
  listResults,
  readIsNightly,
  readRun,
  saveDigest,
} from './runs.sql.ts'
import { ownSite, type Site } from './site.ts'
import { TELL_TASK, tellLater, tellStarter } from './tell-starter.sql.ts'

const TASK = 'comprehensive_test'
const NIGHTLY_TASK = 'comprehensive_test:nightly'
/** How often a run asks whether it was cancelled. */
const ASK_MS = 1000
/** Seconds that a server may need until it answers. */
const START_TRIES = 15
/** Several times what a run may take, and longer than its job waits before it is tried again. */
const FORSAKEN_MS = 15 * 60_000

export type RunOptions = {
  /** All there are, unless a test wants few. */
  checks?: readonly (readonly [CheckId, Check])[]
  /** See `CheckContext`. */
  patience?: number
}

const payload = z.object({ run: z.uuid() })

type Starting = {
  cause: Cause
  userId: string | null
  withBrowser?: boolean
  publicUrl: string
  /** None: all. */
  categories?: readonly CheckCategory[]
}

/** Puts a run into the queue of jobs, in the caller's transaction. @returns its id; undefined when one runs already. */
export async function startRun(
  db: Transaction,
  { cause, userId, withBrowser = false, publicUrl, categories: wanted = [] }: Starting,
): Promise<string | undefined> {
  for (const id of await endForsaken(db, FORSAKEN_MS)) {
    await sealResults(db, { id, type: 'tests.cancelled', userId: null, publicUrl })
  }
  // In the order of the contract, each once.
  const some = CHECK_CATEGORIES.filter((category) => wanted.includes(category))
  const categories = some.length === 0 || some.length === CHECK_CATEGORIES.length ? null : some
  const total = ALL_CHECKS.filter(([id]) => isOf(id, categories)).length
  const made = { build: webBuild(), version: packageJson.version, total, categories }
  const run = await insertRun(db, { cause, userId, withBrowser, ...made })
  if (run === undefined) return undefined
  await enqueue(db, TASK, { run })
  // Not "cause", which events of a deleted account have: the page of the log leaves those out.
  await recordTestEvent(db, {
    type: 'tests.started',
    userId,
    details: { run, started_as: cause, ...(categories && { categories }) },
  })
  return run
}

const isOf = (id: CheckId, categories: readonly CheckCategory[] | null): boolean =>
  categories === null || categories.includes(CHECKS[id].category)

/** What runs when somebody starts it, and each night. */
export function checkTasks(services: CheckServices, options: RunOptions = {}): { tasks: Tasks; crontab: string } {
  const { database, config } = services
  return {
    tasks: {
      ...probeTasks,
      [TASK]: async (given) => makeRun(services, payload.parse(given).run, options),
      [TELL_TASK]: async (given) => tellStarter(database, payload.parse(given).run),
      [NIGHTLY_TASK]: async () => {
        await removeForsakenPeople(database)
        if (!(await readIsNightly(database))) return
        await database.asOwner((db) => startRun(db, { cause: 'schedule', userId: null, publicUrl: config.publicUrl }))
      },
    },
    crontab: `23 3 * * * ${NIGHTLY_TASK}`,
  }
}

/** Makes the checks of a run that have no result yet: a job that another server began may be continued here. */
export async function makeRun(
  services: CheckServices,
  run: string,
  { checks = ALL_CHECKS, patience = 1 }: RunOptions = {},
): Promise<void> {
  const { database } = services
  const done = new Set(
    (await listResults(ownerOf(database), run)).filter(({ status }) => status !== 'running').map(({ id }) => id),
  )
  const people = new ProbePeople(database, run, services.passwordCosts)
  const { with_browser: withBrowser = false, categories = null } = (await readRun(ownerOf(database), run)) ?? {}
  const browser = withBrowser ? new BrowserAnswers(database, { run, patience }) : undefined
  const cancelled = new AbortController()
  await untilAnswering(ownSite(services, cancelled.signal))
  const timer = setInterval(() => void askWhetherCancelled(services, run, cancelled), ASK_MS)
  try {
    const isWhole = await runChecks({
      // A browser is waited for last: nothing else waits meanwhile.
      checks: checks
        .filter(([id]) => !done.has(id) && isOf(id, categories))
        .toSorted(([a], [b]) => Number(isOfBrowser(a)) - Number(isOfBrowser(b))),
      contextFor: (_id, signal) => ({
        ...contextOf(services, people, patience, signal),
        askBrowser: async (id) => browser?.wait(id, signal),
      }),
      onStart: (id) => beginCheck(database, run, id),
      onEnd: (id, outcome, durationMs) => endCheck(database, run, { id, outcome, durationMs }),
      signal: cancelled.signal,
      withBrowser,
      patience,
    })
    if (isWhole) await complete(services, run)
  } finally {
    clearInterval(timer)
    await people.removeAll()
  }
}

/** A job of before may be continued while its server has only begun to start. Checks say what is wrong where it never answers. */
async function untilAnswering(site: Site): Promise<void> {
  for (let tried = 0; tried < START_TRIES; tried++) {
    const isThere = await site.ask('/livez').then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(ASK_MS)
  }
}

async function askWhetherCancelled(
  { database }: CheckServices,
  run: string,
  cancelled: AbortController,
): Promise<void> {
  const found = await readRun(ownerOf(database), run).catch(() => undefined)
  if (found && found.status !== 'running') cancelled.abort()
}

function contextOf(
  services: CheckServices,
  people: ProbePeople,
  patience: number,
  signal: AbortSignal,
): Omit<CheckContext, 'askBrowser'> {
  return { services, people, signal, patience, site: ownSite(services, signal, patience) }
}

/** The hash of what was found goes into the audit log, in the transaction that ends the run. */
async function complete({ database, config }: CheckServices, id: string): Promise<void> {
  await database.asOwner(async (db) => {
    if (!(await endRun(db, id, 'completed'))) return
    await sealResults(db, { id, type: 'tests.completed', userId: null, publicUrl: config.publicUrl })
    await tellLater(db, id)
  })
}

type Sealing = { id: string; type: 'tests.completed' | 'tests.cancelled'; userId: string | null; publicUrl: string }

/** Writes the hash of what a run found beside it and into the audit log: nothing of it can be changed without being noticed. */
export async function sealResults(db: Transaction, { id, type, userId, publicUrl }: Sealing): Promise<void> {
  const run = await readRun(db, id)
  if (!run) return
  const sha256 = digestOf(resultsText(publicUrl, run, await listResults(db, id)))
  await saveDigest(db, id, sha256)
  const { total, passed, failed, skipped } = run
  await recordTestEvent(db, { type, userId, details: { run: id, total, passed, failed, skipped, sha256 } })
}
