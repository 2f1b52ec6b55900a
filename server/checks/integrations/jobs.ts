import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { ownerOf } from '../../auth/account/users.sql.ts'
import type { Database } from '../../db/database.ts'
import { enqueue, type Tasks } from '../../jobs/jobs.ts'
import { countJobs, listFailedJobs } from '../../operations/operations.sql.ts'
import { type Check, type Evidence, expectThat, passed } from '../check.ts'

const NOTHING = 'comprehensive_test:nothing'
const DONE_MS = 5000
const LOOK_MS = 50
/** Due for so long, a job is not only behind others. */
const STUCK_MINUTES = 10
/** As often as workers say that they are there, and a little more. */
const ALIVE_SECONDS = 60

/** A job that does nothing: that it is done is what is looked at. */
export const probeTasks: Tasks = { [NOTHING]: async () => undefined }

/** INT-10 */
export const jobsAreDone: Check = async ({ services: { database }, signal, patience }) => {
  const facts = await queueFacts(database)
  const { waiting, running } = await countJobs(database)
  const givenUp = (await listFailedJobs(database, { areMails: false })).filter(({ next_try_at: next }) => next === null)
  const evidence: Evidence = { waiting, running, workers: facts.workers, given_up: givenUp.length }
  expectThat(facts.workers > 0, 'No worker has said within a minute that it is there', evidence)
  expectThat(facts.stuck === 0, `Jobs have been due for more than ${STUCK_MINUTES} minutes: ${facts.stuck}`, evidence)
  expectThat(
    givenUp.length === 0,
    `Jobs were given up after their last try: ${[...new Set(givenUp.map(({ task }) => task))].join(', ')}`,
    evidence,
  )
  const tookMs = await doNothing(database, { signal, withinMs: DONE_MS * patience })
  expectThat(tookMs !== undefined, `A job that does nothing was not done within ${DONE_MS / 1000} seconds`, evidence)
  return passed({ ...evidence, took_ms: tookMs })
}

async function queueFacts(database: Database): Promise<{ workers: number; stuck: number }> {
  const { rows } = await database.owner<{ workers: number; stuck: number }>(
    `select (select count(*) from meta.job_workers where seen_at > clock_timestamp() - make_interval(secs => $1))::integer as workers,
            (select count(*) from graphile_worker.jobs
             where locked_at is null and attempts < max_attempts and run_at < now() - make_interval(mins => $2))::integer as stuck`,
    [ALIVE_SECONDS, STUCK_MINUTES],
  )
  return rows[0] ?? { workers: 0, stuck: 0 }
}

/** @returns how long it took; undefined when it was not done. */
async function doNothing(
  database: Database,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): Promise<number | undefined> {
  const run = randomUUID()
  const begun = performance.now()
  await enqueue(ownerOf(database), NOTHING, { run })
  try {
    while (performance.now() - begun < withinMs) {
      if (!(await isQueued(database, run))) return Math.round(performance.now() - begun)
      await sleep(LOOK_MS, undefined, { signal })
    }
    return undefined
  } finally {
    // One that nobody took, and nobody will.
    await database.owner(
      `select graphile_worker.complete_jobs(array(select j.id from graphile_worker._private_jobs j where j.payload ->> 'run' = $1))`,
      [run],
    )
  }
}

async function isQueued(database: Database, run: string): Promise<boolean> {
  const { rowCount } = await database.owner(
    `select from graphile_worker._private_jobs j where j.payload ->> 'run' = $1`,
    [run],
  )
  return rowCount !== 0
}
