import type { ObjectRow } from './objects.sql.ts'

const SORT_COLUMNS = ['name', 'created_at', 'updated_at'] as const
type PageColumn = (typeof SORT_COLUMNS)[number]

export type PageOptions = {
  bucket: string
  prefix: string
  limit: number
  /** Where the last page ended: the value it was sorted by, and the key. */
  after: { value: string; key: string } | undefined
  /** Folds what lies deeper than one level into folders. */
  hasDelimiter: boolean
  sortColumn: PageColumn
  sortOrder: 'asc' | 'desc'
}

export type PageRow = Omit<ObjectRow, 'name' | 'id'> & {
  key: string
  id: string | null
  is_folder: boolean
  sort_value: string
}

/**
 * One page by keyset: the next begins behind the last key, so nothing is skipped or repeated when objects come and go. Asks
 * for one row more than `limit`; its presence says that there is another page. Folders sort by their name.
 */
export function listPageStatement(options: PageOptions) {
  const { bucket, prefix, limit, after, hasDelimiter, sortColumn, sortOrder } = options
  // From closed sets, never from the request's text. Times are compared as text of one fixed form.
  const column = SORT_COLUMNS.find((name) => name === sortColumn) ?? 'name'
  const sortValue = column === 'name' ? 'key' : `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  const [direction, behind] = sortOrder === 'desc' ? ['desc', '<'] : ['asc', '>']
  return {
    text: `with visible as (
             select o.*, substr(o.name, length($2) + 1) as rest
             from storage.objects o
             where o.bucket_id = $1 and starts_with(o.name, $2)
           ), entries as (
             select distinct on (key, is_folder)
                    case when $3::boolean and position('/' in rest) > 0
                         then $2 || split_part(rest, '/', 1) || '/' else name end collate "C" as key,
                    $3::boolean and position('/' in rest) > 0 as is_folder,
                    id, bucket_id, version, blob_id, size_bytes, checksum, metadata, user_metadata,
                    created_at, updated_at, last_accessed_at
             from visible
           ), sorted as (
             select *, (case when is_folder then key else ${sortValue} end) collate "C" as sort_value from entries
           )
           select *, case when is_folder then null else id end as id from sorted
           where $5::text is null or (sort_value, key) ${behind} ($5::text collate "C", $6::text collate "C")
           order by sort_value ${direction}, key ${direction}
           limit $4`,
    values: [bucket, prefix, hasDelimiter, limit + 1, after?.value ?? null, after?.key ?? null],
  }
}
