import type { QueryResultRow } from 'pg'
import type { Statement } from '../db/database.ts'

/** A link with where its file's bytes lie. */
export type LinkRow = QueryResultRow & {
  id: string
  door_hash: string
  token_hash: string
  handover: string
  kdf: Record<string, unknown> | null
  expires_at: Date
  is_expired: boolean
  max_downloads: number | null
  downloads: number
  revoked_at: Date | null
  is_in_trash: boolean
  bucket_id: string
  storage_path: string
}

/** A link whose file lies in the trash opens nothing until the file is taken out again. */
export const findLink = (id: string): Required<Pick<Statement, 'text' | 'values'>> => ({
  text: `select l.id, l.door_hash, l.token_hash, l.handover, l.kdf, l.expires_at, l.expires_at <= now() as is_expired, l.max_downloads, l.downloads,
                l.revoked_at, public.is_in_trash(f) as is_in_trash, f.bucket_id, f.storage_path
         from public.share_links l
         join public.file_records f on f.id = l.file_id and f.user_id = l.user_id
         where l.id = $1`,
  values: [id],
})

/** Apart from `findLink`, which is asked for every range of a download. */
export const findSegmentHashes = (id: string): Required<Pick<Statement, 'text' | 'values'>> => ({
  text: `select f.segment_hashes
         from public.share_links l
         join public.file_records f on f.id = l.file_id and f.user_id = l.user_id
         where l.id = $1`,
  values: [id],
})

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
