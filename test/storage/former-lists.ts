import type { QueryResultRow } from 'pg'
import type { ListOptions } from '#server/storage/objects/list.sql.ts'
import type { PageOptions } from '#server/storage/objects/list-page.sql.ts'

/** The statements of lists as they were before they went by index: they read everything. What they answered is what clients know. */
type Statement = { text: string; values: unknown[] }

export type FormerEntry = QueryResultRow & { entry: string; is_folder: boolean; id: string | null }

export function formerList(options: ListOptions): Statement {
  const order = `${options.sortColumn === 'name' ? 'entry' : options.sortColumn} ${options.sortOrder}`
  return {
    text: `with visible as (
             select o.*, substr(o.name, length($2) + 1) as rest
             from storage.objects o
             where o.bucket_id = $1 and starts_with(o.name, $2)
           ), children as (
             select distinct on (entry, is_folder) split_part(rest, '/', 1) collate "C" as entry, position('/' in rest) > 0 as is_folder,
                    id, created_at, updated_at, last_accessed_at
             from visible
           )
           select entry, is_folder, case when is_folder then null else id end as id
           from children
           where entry <> '' and starts_with(lower(entry), lower($3))
           order by is_folder desc, ${order}, entry
           limit $4 offset $5`,
    values: [options.bucket, options.folder, options.search, options.limit, options.offset],
  }
}

export type FormerKey = QueryResultRow & { key: string; is_folder: boolean; id: string | null; sort_value: string }

export function formerPage(options: PageOptions): Statement {
  const { bucket, prefix, limit, after, hasDelimiter, sortColumn, sortOrder } = options
  const sortValue =
    sortColumn === 'name' ? 'key' : `to_char(${sortColumn} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  const behind = sortOrder === 'desc' ? '<' : '>'
  return {
    text: `with visible as (
             select o.*, substr(o.name, length($2) + 1) as rest
             from storage.objects o
             where o.bucket_id = $1 and starts_with(o.name, $2)
           ), entries as (
             select distinct on (key, is_folder)
                    case when $3::boolean and position('/' in rest) > 0
                         then $2 || split_part(rest, '/', 1) || '/' else name end collate "C" as key,
                    $3::boolean and position('/' in rest) > 0 as is_folder, id, created_at, updated_at
             from visible
           ), sorted as (
             select *, (case when is_folder then key else ${sortValue} end) collate "C" as sort_value from entries
           )
           select key, is_folder, sort_value, case when is_folder then null else id end as id from sorted
           where $5::text is null or (sort_value, key) ${behind} ($5::text collate "C", $6::text collate "C")
           order by sort_value ${sortOrder}, key ${sortOrder}
           limit $4`,
    values: [bucket, prefix, hasDelimiter, limit + 1, after?.value ?? null, after?.key ?? null],
  }
}
