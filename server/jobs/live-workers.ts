import type { Pool } from 'pg'

const BEAT_MS = 15_000
/** A worker that was not there for so long is gone. The queue itself waits four hours. */
const GONE_SECONDS = 60

/**
 * Says that the workers of this process are there, and gives back the jobs of those that are gone: a process that died in the middle of a
 * mail must not keep it from being sent by the next.
 *
 * @param workers of this process, which may still grow
 */
export async function watchWorkers(
  pool: Pool,
  workers: ReadonlySet<string>,
  warn: (text: string) => void,
): Promise<() => Promise<void>> {
  const beat = async (): Promise<void> => {
    try {
      await pool.query(
        `insert into meta.job_workers (id) select unnest($1::text[])
         on conflict (id) do update set seen_at = excluded.seen_at`,
        [[...workers]],
      )
      const freed = await freeJobs(pool)
      if (freed > 0) warn(`Jobs of ${freed} workers that are gone are run again`)
    } catch (error) {
      warn(`Workers of the job queue could not be looked at: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  return async () => {
    clearInterval(timer)
    await pool.query('delete from meta.job_workers where id = any($1)', [[...workers]]).catch(() => undefined)
  }
}

/** @returns of how many workers. */
async function freeJobs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `with gone as (
       select distinct j.locked_by as id from graphile_worker.jobs j
       where j.locked_by is not null and j.locked_at < clock_timestamp() - make_interval(secs => $1)
         and not exists (select from meta.job_workers w
                         where w.id = j.locked_by and w.seen_at > clock_timestamp() - make_interval(secs => $1))
     ), forgotten as (
       delete from meta.job_workers where seen_at < clock_timestamp() - interval '1 day'
     )
     select count(*)::integer as count, graphile_worker.force_unlock_workers(array_agg(id)) as freed from gone having count(*) > 0`,
    [GONE_SECONDS],
  )
  return rows[0]?.count ?? 0
}
