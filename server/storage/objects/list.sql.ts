import type { ObjectMetadata } from './objects.sql.ts'
import { rangeOfFoldersIn, storedFolder } from './name-range.ts'

const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
type SortColumn = (typeof SORT_COLUMNS)[number]

export type ListOptions = {
  bucket: string
  /** Folder whose immediate children are wanted, with a trailing slash, or empty for the root. */
  folder: string
  search: string
  limit: number
  offset: number
  sortColumn: SortColumn
  sortOrder: 'asc' | 'desc'
}

export type ListedRow = {
  entry: string
  is_folder: boolean
  id: string | null
  metadata: ObjectMetadata | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
}

/**
 * Immediate children of a folder: folders first by name, then files in the order asked for. Names sort by their bytes.
 *
 * Folders are found one by one: the first object behind the last folder lies in the next one. So a folder costs one look into the index,
 * however much is in it, and files that are not shown by name cost nothing.
 */
export function listStatement(options: ListOptions) {
  const { bucket, folder, search, limit, offset } = options
  // Both come from closed sets, never from the request's text.
  const column = SORT_COLUMNS.find((name) => name === options.sortColumn) ?? 'name'
  const direction = options.sortOrder === 'desc' ? 'desc' : 'asc'
  const isBackwards = column === 'name' && direction === 'desc'
  const { from, to } = rangeOfFoldersIn(folder)
  const isInRange = isBackwards ? 'o.folder >= $6 and o.folder < s.reached' : 'o.folder >= s.reached and o.folder < $7'
  const sorted = column === 'name' ? 'o.name collate "C"' : `o.${column}`
  return {
    text: `with recursive steps as (
             select 0 as step, 0 as found, null::text as entry, false as is_match, ${isBackwards ? '$7' : '$6'}::text as reached
             union all
             select s.step + 1, s.found + f.is_match::integer, f.entry, f.is_match,
                    translate($2 || f.entry, '/', chr(1)) || ${isBackwards ? `chr(1)` : `chr(2)`}
             from steps s cross join lateral (
               select n.entry, starts_with(lower(n.entry), lower($3)) as is_match
               from (select split_part(substr(o.name, length($2) + 1), '/', 1) as entry
                     from storage.objects o where o.bucket_id = $1 and ${isInRange}
                     order by o.folder ${isBackwards ? 'desc' : 'asc'} limit 1) n
             ) f
             where s.found < $4::bigint + $5::bigint
           ), folders as (
             select entry, step from steps where is_match
           ), files as (
             select f.*, row_number() over (order by f.sort_value ${direction}, f.entry) as step
             from (select substr(o.name, length($2) + 1) collate "C" as entry, ${sorted} as sort_value, o.id, o.metadata,
                          o.created_at, o.updated_at, o.last_accessed_at
                   from storage.objects o
                   where o.bucket_id = $1 and o.folder = $8 and length(o.name) > length($2)
                     and starts_with(lower(substr(o.name, length($2) + 1)), lower($3))
                   order by ${sorted} ${direction}, o.name collate "C"
                   limit greatest(0, $4::bigint + $5::bigint - (select count(*) from folders))) f
           )
           select entry, true as is_folder, null::uuid as id, null::jsonb as metadata, null::timestamptz as created_at,
                  null::timestamptz as updated_at, null::timestamptz as last_accessed_at, step from folders
           union all
           select entry, false, id, metadata, created_at, updated_at, last_accessed_at, step from files
           order by is_folder desc, step limit $4 offset $5`,
    values: [bucket, folder.toWellFormed(), search, limit, offset, from, to, storedFolder(folder)],
  }
}
