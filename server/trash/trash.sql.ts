import type { Transaction } from '#server/db/database.ts'

/** Deletes what has lain in the trash for longer than `days`, at most `batch` files and folders. What somebody is
 * restoring at this moment is locked, and left for the next time. @returns how many were due. */
export async function purgeTrash(
  transaction: Transaction,
  { days, batch }: { days: number; batch: number },
): Promise<number> {
  const { rows } = await transaction.query<{ due: number }>({
    text: `with files as (
             select f.id from public.file_records f where f.trashed_at < now() - make_interval(days => $1) limit $2
             for update skip locked
           ), folders as (
             select f.id from public.folders f where f.trashed_at < now() - make_interval(days => $1) limit $2
             for update skip locked
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

/** Deletes versions beyond the limits, at most `batch`. @returns how many. */
export async function purgeVersions(
  transaction: Transaction,
  { kept, days, batch }: VersionLimits & { batch: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    text: `delete from public.file_versions v
           where v.id in (
             select r.id
             from (select o.id, o.replaced_at,
                          row_number() over (partition by o.file_id order by o.replaced_at desc, o.version desc) as place
                   from public.file_versions o) r
             where r.place > $1 or r.replaced_at < now() - make_interval(days => $2)
             limit $3)`,
    values: [kept, days, batch],
  })
  return rowCount ?? 0
}

/** Forgets which files left their space longer than `days` ago. */
export async function purgeRemovals(transaction: Transaction, days: number): Promise<void> {
  await transaction.query({
    text: 'delete from public.file_removals r where r.removed_at < now() - make_interval(days => $1)',
    values: [days],
  })
}
