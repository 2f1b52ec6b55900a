import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type BrowserAnswer, CHECK_LIMITS, type CheckCategory } from '#contract/checks/checks.ts'
import { ownerOf } from '../auth/account/users.sql.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { Frames } from '../http/frames.ts'
import { checksError } from './checks-requests.ts'
import type { Secrets } from '../secrets.ts'
import { saveAnswers } from './browser-answers.sql.ts'
import { sealResults, startRun } from './comprehensive-test.ts'
import { recordTestEvent } from './events.sql.ts'
import { digestOf, type PresentedRun, presentResult, presentRun, resultsText, signResults } from './results-document.ts'
import { noteSeen } from './tell-starter.sql.ts'
import { endRun, listResults, listRuns, readIsNightly, readRun, type RunRow, saveIsNightly } from './runs.sql.ts'

type CheckServices = { config: { publicUrl: string }; database: Database; secrets: Secrets; frames: Frames }

/** All that are kept. */
const RUNS_IN_PAGE = CHECK_LIMITS.keptRuns
/** How often somebody who watches a run hears of it. */
const LOOK_MS = 400
/** Longer than a run may take: its job has waited, or its server ended. */
const WATCHED_MS = 10 * 60_000
/** Who watches in more tabs than that asks every few seconds instead. */
const WATCHERS_EACH = 4
const subject = z.uuid()

export type RunNews = { run: PresentedRun; results: ReturnType<typeof presentResult>[] }

type Watcher = { userId: string; mayStill: () => Promise<boolean> }

/** Runs of the comprehensive test, for those of the operator's organisation who may run tests. */
export class CheckService {
  readonly #services: CheckServices
  /** How many streams each person has open. */
  readonly #watchers = new Map<string, number>()

  constructor(services: CheckServices) {
    this.#services = services
  }

  /** @throws {Refusal} `forbidden`, `already_running` */
  async start(
    caller: Caller,
    { withBrowser, categories }: { withBrowser: boolean; categories: readonly CheckCategory[] },
  ): Promise<PresentedRun> {
    const userId = await this.#admit(caller)
    const { database, config } = this.#services
    return database.asOwner(async (db) => {
      const { publicUrl } = config
      const id = await startRun(db, { cause: 'person', userId, withBrowser, publicUrl, categories })
      if (id === undefined) throw checksError('already_running')
      return presentRun(await runOf(db, id))
    })
  }

  /** Newest first. @throws {Refusal} `forbidden` */
  async list(caller: Caller, before: Date | undefined) {
    await this.#admit(caller)
    const { database } = this.#services
    const [runs, isNightly] = await Promise.all([
      listRuns(database, { before, limit: RUNS_IN_PAGE + 1 }),
      readIsNightly(database),
    ])
    return { runs: runs.slice(0, RUNS_IN_PAGE).map(presentRun), isNightly, hasMore: runs.length > RUNS_IN_PAGE }
  }

  /** @throws {Refusal} `forbidden`, `run_not_found` */
  async read(caller: Caller, id: string): Promise<RunNews> {
    await this.#admit(caller)
    return newsOf(ownerOf(this.#services.database), id)
  }

  /**
   * What changes in a run, until it ends or the caller may not read it: all of it first, then the run and the results that changed.
   * @param callerNow who asks, as long as the session lasts
   * @throws {Refusal} before the first, `forbidden`, `run_not_found`, `too_many_watch`
   */
  async watch(callerNow: () => Promise<Caller>, id: string, signal: AbortSignal): Promise<AsyncGenerator<RunNews>> {
    const userId = await this.#admit(await callerNow())
    const first = await newsOf(ownerOf(this.#services.database), id)
    const watching = this.#watchers.get(userId) ?? 0
    if (watching >= WATCHERS_EACH) throw checksError('too_many_watch')
    this.#watchers.set(userId, watching + 1)
    signal.addEventListener('abort', () => this.#stopWatching(userId), { once: true })
    // A stream that cannot ask ends; the page asks by itself, and hears why.
    const mayStill = () =>
      callerNow()
        .then((caller) => this.#admit(caller))
        .then(Boolean, () => false)
    return this.#follow({ userId, mayStill }, first, signal)
  }

  #stopWatching(userId: string): void {
    const others = (this.#watchers.get(userId) ?? 1) - 1
    if (others > 0) this.#watchers.set(userId, others)
    else this.#watchers.delete(userId)
  }

  async *#follow({ userId, mayStill }: Watcher, first: RunNews, signal: AbortSignal): AsyncGenerator<RunNews> {
    const { id } = first.run
    const db = ownerOf(this.#services.database)
    const until = performance.now() + WATCHED_MS
    // Long before the run, so that nothing that changes meanwhile is missed.
    let since = new Date(0)
    yield first
    if (first.run.status !== 'running') await noteSeen(db, id, userId)
    for (let { status } = first.run; status === 'running' && performance.now() < until && !signal.aborted;) {
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
      if (!(await mayStill())) return
      const run = await runOf(db, id)
      // At the end all of them: one that was saved late with an earlier time is in it.
      const changed = await listResults(db, id, run.status === 'running' ? since : undefined)
      since = changed.reduce((latest, { changed_at: at }) => (at > latest ? at : latest), since)
      status = run.status
      yield { run: presentRun(run), results: changed.map(presentResult) }
      if (status !== 'running') await noteSeen(db, id, userId)
    }
  }

  /**
   * Leave to frame a document, for the browser that takes part in a run.
   * @throws {Refusal} `forbidden`, `run_not_found`, `not_of_run`, `not_running`
   */
  async frame(caller: Caller, id: string, pathname: string): Promise<string> {
    await this.#admitBrowser(caller, id)
    return this.#services.frames.issue(pathname)
  }

  /** What the browser of a run found; the first answer to each check stands. @throws {Refusal} as `frame` */
  async answer(caller: Caller, id: string, answers: readonly BrowserAnswer[]): Promise<void> {
    await this.#admitBrowser(caller, id)
    await saveAnswers(this.#services.database, id, answers)
  }

  async #admitBrowser(caller: Caller, id: string): Promise<void> {
    const userId = await this.#admit(caller)
    const run = await runOf(ownerOf(this.#services.database), id)
    if (run.starter_id !== userId || !run.with_browser) throw checksError('not_of_run')
    if (run.status !== 'running') throw checksError('not_running')
  }

  /** @throws {Refusal} `forbidden`, `run_not_found`, `not_running` */
  async cancel(caller: Caller, id: string): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#services.database.asOwner(async (db) => {
      await runOf(db, id)
      if (!(await endRun(db, id, 'cancelled'))) throw checksError('not_running')
      await sealResults(db, { id, type: 'tests.cancelled', userId, publicUrl: this.#services.config.publicUrl })
    })
  }

  /** The results with the server's signature. @throws {Refusal} `forbidden`, `against_rules`, `run_not_found`, `still_running` */
  async export(caller: Caller, id: string): Promise<{ name: string; content: Record<string, unknown> }> {
    const userId = await this.#admit(caller)
    const { config, database, secrets } = this.#services
    await database.oneAsCaller(caller, { text: 'select authz.require_export()' })
    const db = ownerOf(database)
    const run = await runOf(db, id)
    if (run.status === 'running') throw checksError('still_running')
    const text = resultsText(config.publicUrl, run, await listResults(db, id))
    if (run.digest !== digestOf(text)) throw new Error('the results of a run were changed after it ended')
    await database.asOwner((tx) =>
      recordTestEvent(tx, { type: 'tests.exported', userId, details: { run: id, sha256: run.digest } }),
    )
    const date = run.started_at.toISOString().slice(0, 10)
    return { name: `test-results-${date}.json`, content: await signResults(text, secrets.signingKey) }
  }

  /** @throws {Refusal} `forbidden` */
  async setNightly(caller: Caller, isNightly: boolean): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#services.database.asOwner(async (db) => {
      await saveIsNightly(db, isNightly)
      await recordTestEvent(db, { type: 'tests.schedule_changed', userId, details: { nightly: isNightly } })
    })
  }

  async #admit(caller: Caller): Promise<string> {
    const userId = subject.safeParse(caller.claims['sub'])
    if (caller.role !== 'authenticated' || !userId.success) throw checksError('not_signed_in')
    const text = `select authz.allows('run_tests', authz.operator()) as allowed`
    const { rows } = await this.#services.database.oneAsCaller<{ allowed: boolean }>(caller, { text })
    if (!rows[0]?.allowed) throw checksError('forbidden')
    return userId.data
  }
}

async function runOf(db: Transaction, id: string): Promise<RunRow> {
  const run = await readRun(db, id)
  if (!run) throw checksError('run_not_found')
  return run
}

async function newsOf(db: Transaction, id: string): Promise<RunNews> {
  const run = presentRun(await runOf(db, id))
  return { run, results: (await listResults(db, id)).map(presentResult) }
}
