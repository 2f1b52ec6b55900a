import { LIMITS } from '#contract/limits.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * Deletes what has lain in the trash for longer than `days`, at most `batch` files and folders. The days of each file and folder begin when it, or a
 * folder above it, got there: one that was moved into a folder in the trash has its own. A folder goes when all in it may. What somebody is
 * restoring at this moment is locked, and left for the next time. @returns how many were due.
 */
export async function purgeTrash(
  transaction: Transaction,
  { days, batch }: { days: number; batch: number },
): Promise<number> {
  const { rows } = await transaction.query<{ due: number }>({
    text: `with recursive tree (root, id, since) as (
             select f.id, f.id, f.trashed_at from public.folders f where f.trashed_at < now() - make_interval(days => $1)
             union all
             select t.root, f.id, least(f.trashed_at, greatest(t.since, f.placed_at))
             from tree t join public.folders f on f.parent_folder_id = t.id
           ), inside as (
             select t.root, f.id, least(f.trashed_at, greatest(t.since, f.placed_at)) as since
             from tree t join public.file_records f on f.folder_id = t.id
           ), kept as (
             select x.root from tree x where x.since >= now() - make_interval(days => $1)
             union
             select x.root from inside x where x.since >= now() - make_interval(days => $1)
           ), files as (
             select f.id from public.file_records f
             where f.trashed_at < now() - make_interval(days => $1)
                or f.id in (select i.id from inside i where i.since < now() - make_interval(days => $1) and i.root in (select k.root from kept k))
             limit $2 for update skip locked
           ), folders as (
             select f.id from public.folders f
             where f.trashed_at < now() - make_interval(days => $1) and not exists (select from kept k where k.root = f.id)
             limit $2 for update skip locked
           ), due as (
             select coalesce((select array_agg(id) from files), '{}') as file_ids,
                    coalesce((select array_agg(id) from folders), '{}') as folder_ids
           )
           select cardinality(d.file_ids) + cardinality(d.folder_ids) as due,
                  public.delete_forever(d.file_ids, d.folder_ids)
           from due d`,
    values: [days, batch],
  })
  return rows[0]?.due ?? 0
}

/** How long a file's earlier contents are kept: both limits hold. */
export type VersionLimits = { kept: number; days: number }

/**
 * Deletes versions beyond the limits, at most `batch`, and those that were in the trash for their days. The first of each day of a week stays: nobody
 * pushes out what was there before by replacing a file again and again. @returns how many.
 */
export async function purgeVersions(
  transaction: Transaction,
  { kept, days, batch }: VersionLimits & { batch: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    text: `delete from public.file_versions v
           where v.id in (
             select r.id
             from (select o.id, o.replaced_at,
                          row_number() over (partition by o.file_id order by o.replaced_at desc, o.version desc) as place,
                          row_number() over (partition by o.file_id, o.replaced_at::date order by o.replaced_at, o.version) as of_day
                   from public.file_versions o where o.trashed_at is null) r
             where r.place > $1 and not (r.of_day = 1 and r.replaced_at > now() - interval '7 days')
                or r.replaced_at < now() - make_interval(days => $2)
             union all
             select t.id from public.file_versions t where t.trashed_at < now() - make_interval(days => $4)
             limit $3)`,
    values: [kept, days, batch, LIMITS.trashDays],
  })
  return rowCount ?? 0
}

/** Forgets earlier names, places and manifests after a week. */
export async function purgeStates(transaction: Transaction): Promise<void> {
  await transaction.query({
    text: `delete from public.earlier_states where kept_at < now() - interval '7 days'`,
    values: [],
  })
}

/** Forgets which files left their space longer than `days` ago. */
export async function purgeRemovals(transaction: Transaction, days: number): Promise<void> {
  await transaction.query({
    text: 'delete from public.file_removals r where r.removed_at < now() - make_interval(days => $1)',
    values: [days],
  })
}
