import type { Database, Transaction } from '../db/database.ts'

/** Tells who started a run how it ended, where no page of theirs showed it. */
export const TELL_TASK = 'checks:tell'
/** A page that follows a run shows its end long before. */
const TOLD_AFTER_SECONDS = 30

export async function tellLater(db: Transaction, run: string): Promise<void> {
  await db.query({
    text: `select from graphile_worker.add_job($1, $2::json, max_attempts => 5, run_at => clock_timestamp() + make_interval(secs => $3))`,
    values: [TELL_TASK, JSON.stringify({ run }), TOLD_AFTER_SECONDS],
  })
}

/** Notes that a page of the person who started it was told that a run has ended. */
export async function noteSeen(db: Transaction, run: string, userId: string): Promise<void> {
  await db.query({
    text: `update checks.runs set seen_at = clock_timestamp() where id = $1 and started_by = $2 and seen_at is null and status <> 'running'`,
    values: [run, userId],
  })
}

/** In one statement: two that tell at once tell once. */
export async function tellStarter(database: Database, run: string): Promise<void> {
  await database.owner(
    `with told as (
       update checks.runs r set seen_at = clock_timestamp()
       where r.id = $1 and r.seen_at is null and r.status = 'completed' and r.started_by is not null
       returning r.id, r.started_by, r.total_tests)
     select notify.person(t.started_by, 'tests_completed', jsonb_build_object('run', t.id, 'name',
       (select count(*) from checks.results c where c.run_id = t.id and c.status = 'passed') || '/' || t.total_tests))
     from told t`,
    [run],
  )
}
