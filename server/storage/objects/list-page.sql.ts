import type { ObjectMetadata } from './objects.sql.ts'
import { type TextRange, rangeOfPrefix } from './name-range.ts'

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

export type PageRow = {
  key: string
  is_folder: boolean
  sort_value: string
  id: string | null
  metadata: ObjectMetadata | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
}

const COLUMNS = 'o.id, o.metadata, o.created_at, o.updated_at, o.last_accessed_at'

/**
 * One page by keyset: the next begins behind the last key, so nothing is skipped or repeated when objects come and go. Asks
 * for one row more than `limit`; its presence says that there is another page. Folders sort by their name. By name a page costs what it
 * shows; by time, all that begins with the prefix is read.
 */
export function listPageStatement(options: PageOptions) {
  const column = SORT_COLUMNS.find((name) => name === options.sortColumn) ?? 'name'
  if (column !== 'name') return pageByTime(options, column)
  const range = restOf(options)
  return options.hasDelimiter ? pageOfFolders(options, range) : pageOfNames(options, range)
}

/** Names that may be on the page: those that begin with the prefix, behind where the last page ended. */
function restOf({ prefix, after, hasDelimiter, sortOrder }: PageOptions): TextRange {
  const range = rangeOfPrefix(prefix)
  if (!after) return range
  const key = after.value.toWellFormed()
  const end = hasDelimiter && key.startsWith(range.from) ? key.indexOf('/', range.from.length) : -1
  if (sortOrder === 'asc') return { ...range, from: end < 0 ? `${key}\u0001` : rangeOfPrefix(key.slice(0, end + 1)).to }
  return { ...range, to: key }
}

function pageOfNames({ bucket, prefix, limit, sortOrder }: PageOptions, { from, to }: TextRange) {
  const direction = sortOrder === 'desc' ? 'desc' : 'asc'
  const all = rangeOfPrefix(prefix)
  return {
    text: `select o.name as key, false as is_folder, o.name as sort_value, ${COLUMNS}
           from storage.objects o
           where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $3
             and o.name collate "C" >= $5 and o.name collate "C" < $6
           order by o.name collate "C" ${direction} limit $4`,
    values: [bucket, from, to, limit + 1, all.from, all.to],
  }
}

/** Each step looks for the first name behind what it has: a file, or one of a folder, which the next step passes as a whole. */
function pageOfFolders({ bucket, prefix, limit, sortOrder }: PageOptions, rest: TextRange) {
  const isBackwards = sortOrder === 'desc'
  const all = rangeOfPrefix(prefix)
  const isBehind = `o.name collate "C" ${isBackwards ? '<' : '>='} s.reached`
  // '0' is the character behind '/', and nothing lies between a name and itself with the first character there is.
  const reached = isBackwards ? 'f.key' : `case when f.is_folder then left(f.key, -1) || '0' else f.key || chr(1) end`
  return {
    text: `with recursive steps as (
             select 0 as step, null::text as key, false as is_folder, null::uuid as id, $2::text as reached
             union all
             select s.step + 1, f.key, f.is_folder, f.id, ${reached}
             from steps s cross join lateral (
               select case when n.is_folder then $5 || split_part(n.rest, '/', 1) || '/' else n.name end as key, n.is_folder,
                      case when n.is_folder then null else n.id end as id
               from (select o.name, o.id, substr(o.name, length($5) + 1) as rest,
                            position('/' in substr(o.name, length($5) + 1)) > 0 as is_folder
                     from storage.objects o
                     where o.bucket_id = $1 and o.name collate "C" >= $3 and o.name collate "C" < $6 and ${isBehind}
                     order by o.name collate "C" ${isBackwards ? 'desc' : 'asc'} limit 1) n
             ) f
             where s.step < $4::integer
           )
           select s.key, s.is_folder, s.key as sort_value, ${COLUMNS}
           from steps s left join storage.objects o on o.id = s.id
           where s.step > 0 order by s.step`,
    values: [bucket, isBackwards ? rest.to : rest.from, all.from, limit + 1, all.from, all.to],
  }
}

/** Times are compared as text of one fixed form. */
function pageByTime({ bucket, prefix, limit, after, hasDelimiter, sortOrder }: PageOptions, column: PageColumn) {
  const [direction, behind] = sortOrder === 'desc' ? ['desc', '<'] : ['asc', '>']
  const { from, to } = rangeOfPrefix(prefix)
  return {
    text: `with visible as (
             select o.name, ${COLUMNS}, substr(o.name, length($2) + 1) as rest
             from storage.objects o
             where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $7
           ), entries as (
             select distinct on (key, is_folder)
                    case when $3::boolean and position('/' in rest) > 0
                         then $2 || split_part(rest, '/', 1) || '/' else name end collate "C" as key,
                    $3::boolean and position('/' in rest) > 0 as is_folder,
                    id, metadata, created_at, updated_at, last_accessed_at
             from visible
           ), sorted as (
             select *, (case when is_folder then key
                             else to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') end) collate "C" as sort_value
             from entries
           )
           select key, is_folder, sort_value, case when is_folder then null else id end as id, metadata, created_at, updated_at,
                  last_accessed_at
           from sorted
           where $5::text is null or (sort_value, key) ${behind} ($5::text collate "C", $6::text collate "C")
           order by sort_value ${direction}, key ${direction}
           limit $4`,
    values: [bucket, from, hasDelimiter, limit + 1, after?.value ?? null, after?.key ?? null, to],
  }
}
