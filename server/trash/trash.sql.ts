import type { Transaction } from '#server/db/database.ts'

/** Deletes what has lain in the trash for longer than `days`, at most `batch` files and folders. @returns how many were due. */
export async function purgeTrash(
  transaction: Transaction,
  { days, batch }: { days: number; batch: number },
): Promise<number> {
  const { rows } = await transaction.query<{ due: number }>({
    text: `with files as (
             select f.id from public.file_records f where f.trashed_at < now() - make_interval(days => $1) limit $2
           ), folders as (
             select f.id from public.folders f where f.trashed_at < now() - make_interval(days => $1) limit $2
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
