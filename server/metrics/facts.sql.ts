import type { Database } from '../db/database.ts'

/** What the database knows of the whole installation; null where there is nothing to know. */
export type Facts = {
  jobs_waiting: number
  jobs_oldest_seconds: number
  jobs_given_up: number
  content_bytes: number
  content_files: number
  content_lost: number
  scrub_age_seconds: number | null
  content_unreadable: number
  backup_age_seconds: number | null
  backup_damaged: number | null
  archive_behind_seconds: number | null
}

/** Since the oldest piece of PostgreSQL's log that waits for the archive was finished. */
const BEHIND = `(select coalesce(extract(epoch from clock_timestamp() - min(modification)), 0)::float8
                 from pg_ls_archive_statusdir() where name like '%.ready')`

/** @param isArchiving whether `ARCHIVE_TO` is set: then PostgreSQL is ours, and may be asked what waits. */
export async function readFacts(database: Database, { isArchiving = false } = {}): Promise<Facts> {
  const { rows } = await database.owner<Facts>(`
    select j.waiting as jobs_waiting, j.oldest as jobs_oldest_seconds, j.given_up as jobs_given_up,
           u.bytes as content_bytes, u.files as content_files, l.lost as content_lost,
           extract(epoch from now() - s.finished_at)::float8 as scrub_age_seconds, s.unreadable::float8 as content_unreadable,
           extract(epoch from now() - b.taken_at)::float8 as backup_age_seconds, b.damaged as backup_damaged,
           ${isArchiving ? BEHIND : 'null::float8'} as archive_behind_seconds
    from (select count(*) filter (where is_due)::float8 as waiting,
                 coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest,
                 count(*) filter (where attempts >= max_attempts)::float8 as given_up
          from (select run_at, attempts, max_attempts, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
                from graphile_worker.jobs) one) j
    cross join (select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(files), 0)::float8 as files from storage.usage) u
    cross join (select count(*)::float8 as lost from storage.lost_content) l
    cross join storage.scrub s
    left join lateral (select taken_at, damaged from meta.backups order by taken_at desc limit 1) b on true`)
  const [facts] = rows
  if (!facts) throw new Error('a query of one row gave none')
  return facts
}
