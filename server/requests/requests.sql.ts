import type { QueryResultRow } from 'pg'
import type { Transaction } from '../db/database.ts'
import { COLUMNS, type Query } from './deliveries.sql.ts'

/** A request with what is left of its limits. PostgreSQL's bigint arrives as text. */
export type RequestRow = QueryResultRow & {
  id: string
  user_id: string
  door_hash: string
  token_hash: string
  description: string
  kdf: Record<string, unknown> | null
  expires_at: Date
  is_expired: boolean
  ended_at: Date | null
  files_left: number
  bytes_left: string
}

/** A request of an account that is closed, left the organisation or is suspended with it counts as ended. */
export const findRequest = (id: string): Query => ({
  text: `select r.id, r.user_id, r.door_hash, r.token_hash, r.description, r.kdf, r.expires_at, r.expires_at <= now() as is_expired,
                coalesce(r.ended_at, case when p.tenant_id is null or u.deleted_at is not null or auth.is_suspended(u.id, u.banned_until)
                                          then now() end) as ended_at,
                r.max_files - r.files_delivered - c.files as files_left,
                r.max_bytes - r.bytes_delivered - c.bytes as bytes_left
         from public.file_requests r
         join auth.users u on u.id = r.user_id
         left join public.profiles p on p.user_id = r.user_id
         cross join lateral (
           select count(*)::integer as files, coalesce(sum(d.file_size), 0)::bigint as bytes
           from public.request_deliveries d where d.request_id = r.id and d.delivered_at is null
         ) c
         where r.id = $1`,
  values: [id],
})

/** Files of one request are announced and completed one after the other: the limits are looked at under this lock. */
export async function lockRequest(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'select from public.file_requests where id = $1 for no key update', values: [id] })
}

/** In a transaction that holds the lock. A statement of its own sees what was committed while the lock was waited for. */
export async function findLockedRequest(transaction: Transaction, id: string): Promise<RequestRow | undefined> {
  return (await transaction.query<RequestRow>(findRequest(id))).rows[0]
}

/** The delivery that an upload belongs to, while its request runs. */
export const findByUpload = (requestId: string, uploadId: string): Query => ({
  text: `select ${COLUMNS}
         from public.request_deliveries d
         join public.file_requests r on r.id = d.request_id
         where d.upload_id = $2 and d.request_id = $1 and d.delivered_at is null
           and r.ended_at is null and r.expires_at > now()`,
  values: [requestId, uploadId],
})

/** Counts what arrived whole. In a transaction that holds the request's lock. */
export const countDelivery = (requestId: string, sizeBytes: string): Query => ({
  text: `update public.file_requests
         set files_delivered = files_delivered + 1, bytes_delivered = bytes_delivered + $2
         where id = $1`,
  values: [requestId, sizeBytes],
})
