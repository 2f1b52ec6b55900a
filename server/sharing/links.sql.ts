import type { QueryResultRow } from 'pg'
import type { Statement } from '../db/database.ts'

/** A link as its visitors meet it, without what it hands over. */
export type LinkRow = QueryResultRow & {
  id: string
  door_hash: string
  token_hash: string
  kdf: Record<string, unknown> | null
  expires_at: Date
  is_expired: boolean
  max_downloads: number | null
  downloads: number
  revoked_at: Date | null
  is_in_trash: boolean
}

/** One file of a link with where its bytes lie. */
export type LinkContentRow = QueryResultRow & {
  revoked_at: Date | null
  is_in_trash: boolean
  bucket_id: string
  storage_path: string
  /** Whose link it is. */
  owner: string
  /** Whether the link was made within the last day. */
  is_of_today: boolean
}

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** Of somebody who is suspended, alone or with the organisation, nothing is handed over; the link is as it was when that ends. */
const IS_HELD_BACK = `auth.is_suspended(l.user_id, (select u.banned_until from auth.users u where u.id = l.user_id))`

/**
 * A link whose file lies in the trash opens nothing until the file is taken out again; one to several files as long as none of them
 * can be opened.
 */
export const findLink = (id: string): Query => ({
  text: `select l.id, l.door_hash, l.token_hash, l.kdf, l.expires_at, l.expires_at <= now() as is_expired, l.max_downloads, l.downloads,
                l.revoked_at,
                case when l.file_ids is null then public.is_in_trash(f)
                     else not exists (${OPEN_FILES.replace('$1', 'l.id')}) end
                  or ${IS_HELD_BACK} as is_in_trash
         from public.share_links l
         left join public.file_records f on f.id = l.file_id and f.user_id = l.user_id
         where l.id = $1 and (l.file_ids is not null or f.id is not null)`,
  values: [id],
})

/** What the link hands over: up to a megabyte, so it is read for this alone. `files`: those of several that it opens now. */
export const findHandover = (id: string): Query => ({
  text: `select l.handover, case when l.file_ids is not null then array(${OPEN_FILES}) end as files
         from public.share_links l where l.id = $1`,
  values: [id],
})

/** @param file one of several files; undefined for the file of a link to one. */
export const findContent = (id: string, file: string | undefined): Query => findOf(id, file, CONTENT)

/** Apart from `findContent`, which runs for every range of a download. */
export const findSegmentHashes = (id: string, file: string | undefined): Query => findOf(id, file, 'f.segment_hashes')

const CONTENT = `l.revoked_at, public.is_in_trash(f) or ${IS_HELD_BACK} as is_in_trash, f.bucket_id, f.storage_path, l.user_id as owner,
                 l.created_at > now() - interval '1 day' as is_of_today`

const OPEN_FILES = `select m.file_id from public.share_link_files m
                    join public.file_records o on o.id = m.file_id and o.user_id = m.user_id
                    where m.link_id = $1 and m.ended_at is null and not public.is_in_trash(o)`

const findOf = (id: string, file: string | undefined, columns: string): Query =>
  file === undefined
    ? {
        text: `select ${columns} from public.share_links l
               join public.file_records f on f.id = l.file_id and f.user_id = l.user_id
               where l.id = $1`,
        values: [id],
      }
    : {
        text: `select ${columns} from public.share_link_files m
               join public.share_links l on l.id = m.link_id
               join public.file_records f on f.id = m.file_id and f.user_id = l.user_id
               where m.link_id = $1 and m.file_id = $2 and m.ended_at is null`,
        values: [id, file],
      }

/**
 * Counts one visit, unless the link has ended or its last one was taken meanwhile. No row: it was not counted. A trigger writes the
 * event, with what `client` says, in the same transaction.
 */
export const countDownload = (id: string, client: string): Required<Pick<Statement, 'text' | 'values'>> => ({
  text: `with client as materialized (select set_config('audit.client', $2, true))
         update public.share_links set downloads = downloads + 1
         from client
         where id = $1 and revoked_at is null and expires_at > now()
           and (max_downloads is null or downloads < max_downloads)
         returning id`,
  values: [id, client],
})
