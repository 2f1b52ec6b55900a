import type { CheckCategory, CheckId, CheckStatus, RunStatus } from '#contract/checks/checks.ts'
import { CHECK_LIMITS, CHECKS, RUN_NAME } from '#contract/checks/checks.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Outcome } from './check.ts'

export type Cause = 'person' | 'schedule' | 'command'

export type RunRow = {
  id: string
  name: string
  status: RunStatus
  cause: Cause
  started_by: string | null
  build: string
  version: string
  total: number
  passed: number
  failed: number
  skipped: number
  started_at: Date
  completed_at: Date | null
  digest: string | null
  starter_id: string | null
  with_browser: boolean
  /** Null: all. */
  categories: CheckCategory[] | null
}

export type ResultRow = {
  id: string
  name: string
  category: string
  severity: string
  status: CheckStatus
  error: string | null
  reason: string | null
  evidence: Record<string, unknown>
  duration: number
  changed_at: Date
}

export type NewRun = {
  cause: Cause
  userId: string | null
  build: string
  version: string
  total: number
  withBrowser?: boolean
  categories: readonly CheckCategory[] | null
}

/** @returns its id; undefined when one runs already. */
export async function insertRun(
  db: Transaction,
  { cause, userId, build, version, total, categories, withBrowser = false }: NewRun,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into checks.runs (name, cause, started_by, build, version, total_tests, with_browser, categories)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (status) where status = 'running' do nothing
           returning id`,
    values: [RUN_NAME, cause, userId, build, version, total, withBrowser, categories],
  })
  await db.query({
    text: `delete from checks.runs where id in (select id from checks.runs order by started_at desc, id desc offset $1)`,
    values: [CHECK_LIMITS.keptRuns],
  })
  return rows[0]?.id
}

const RUNS = `
  select r.id, r.name, r.status, r.cause, u.email as started_by, r.build, r.version, r.total_tests as total,
         count(*) filter (where c.status = 'passed')::integer as passed, count(*) filter (where c.status = 'failed')::integer as failed,
         count(*) filter (where c.status = 'skipped')::integer as skipped, r.started_at, r.completed_at, r.digest,
         r.started_by as starter_id, r.with_browser, r.categories
  from checks.runs r
  left join auth.users u on u.id = r.started_by
  left join checks.results c on c.run_id = r.id`

/** Newest first. @param before only runs that began earlier. */
export async function listRuns(
  database: Database,
  { before, limit }: { before: Date | undefined; limit: number },
): Promise<RunRow[]> {
  const { rows } = await database.owner<RunRow>(
    `${RUNS} where $1::timestamptz is null or r.started_at < $1 group by r.id, u.email order by r.started_at desc, r.id desc limit $2`,
    [before ?? null, limit],
  )
  return rows
}

export async function readRun(db: Transaction, id: string): Promise<RunRow | undefined> {
  const { rows } = await db.query<RunRow>({ text: `${RUNS} where r.id = $1 group by r.id, u.email`, values: [id] })
  return rows[0]
}

/** In the order of their ids. @param since only what changed later. */
export async function listResults(db: Transaction, runId: string, since?: Date): Promise<ResultRow[]> {
  const { rows } = await db.query<ResultRow>({
    text: `select check_id as id, name, category, severity, status, error, reason, evidence, duration_ms as duration, changed_at
           from checks.results where run_id = $1 and ($2::timestamptz is null or changed_at > $2) order by check_id`,
    values: [runId, since ?? null],
  })
  return rows
}

/** @returns false when the run ended meanwhile. */
export async function beginCheck(database: Database, runId: string, id: CheckId): Promise<boolean> {
  const { name, category, severity } = CHECKS[id]
  const { rowCount } = await database.owner(
    `insert into checks.results (run_id, check_id, name, category, severity, status)
     select r.id, $2, $3, $4, $5, 'running' from checks.runs r where r.id = $1 and r.status = 'running'
     on conflict (run_id, check_id) do update set status = 'running', changed_at = clock_timestamp()`,
    [runId, id, name, category, severity],
  )
  return rowCount === 1
}

export async function endCheck(
  database: Database,
  runId: string,
  { id, outcome, durationMs }: { id: CheckId; outcome: Outcome; durationMs: number },
): Promise<void> {
  await database.owner(
    `update checks.results set status = $3, error = $4, reason = $5, evidence = $6, duration_ms = $7, changed_at = clock_timestamp()
     where run_id = $1 and check_id = $2`,
    [
      runId,
      id,
      outcome.status,
      outcome.status === 'failed' ? outcome.error : null,
      outcome.status === 'skipped' ? outcome.reason : null,
      JSON.stringify(outcome.evidence ?? {}),
      durationMs,
    ],
  )
}

/** Ends a run that still runs. @returns whether it did. */
export async function endRun(db: Transaction, id: string, status: Exclude<RunStatus, 'running'>): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update checks.runs set status = $2, completed_at = clock_timestamp() where id = $1 and status = 'running'`,
    values: [id, status],
  })
  // One that ran when it was cancelled found nothing.
  await db.query({ text: `delete from checks.results where run_id = $1 and status = 'running'`, values: [id] })
  await db.query({ text: `delete from checks.browser_answers where run_id = $1`, values: [id] })
  return rowCount === 1
}

export async function saveDigest(db: Transaction, id: string, digest: string): Promise<void> {
  await db.query({ text: 'update checks.runs set digest = $2 where id = $1', values: [id, digest] })
}

/** Ends runs that no job works on: their server ended, and the job was lost or given up. @returns their ids */
export async function endForsaken(db: Transaction, olderThanMs: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from checks.runs where status = 'running' and started_at < clock_timestamp() - make_interval(secs => $1)`,
    values: [olderThanMs / 1000],
  })
  const ended: string[] = []
  for (const { id } of rows) if (await endRun(db, id, 'cancelled')) ended.push(id)
  return ended
}

export async function readIsNightly(database: Database): Promise<boolean> {
  const { rows } = await database.owner<{ is_nightly: boolean }>('select is_nightly from checks.settings')
  return rows[0]?.is_nightly ?? false
}

export async function saveIsNightly(db: Transaction, isNightly: boolean): Promise<void> {
  await db.query({ text: 'update checks.settings set is_nightly = $1', values: [isNightly] })
}
