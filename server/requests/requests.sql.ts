import type { QueryResultRow } from 'pg'
import type { Statement, Transaction } from '../db/database.ts'

type Query = Required<Pick<Statement, 'text' | 'values'>>

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

/** One file that was announced. */
export type DeliveryRow = QueryResultRow & {
  id: string
  request_id: string
  user_id: string
  file_size: string
  storage_path: string
  upload_id: string | null
  delivered_at: Date | null
}

const COLUMNS = 'd.id, d.request_id, d.user_id, d.file_size, d.storage_path, d.upload_id, d.delivered_at'

/** A request of an account that is closed or left the organisation counts as ended. */
export const findRequest = (id: string): Query => ({
  text: `select r.id, r.user_id, r.door_hash, r.token_hash, r.description, r.kdf, r.expires_at, r.expires_at <= now() as is_expired,
                coalesce(r.ended_at, case when p.tenant_id is null or u.deleted_at is not null or u.banned_until > now()
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

export const findDelivery = (requestId: string, id: string): Query => ({
  text: `select ${COLUMNS} from public.request_deliveries d where d.id = $2 and d.request_id = $1`,
  values: [requestId, id],
})

export type NewDelivery = { id: string; requestId: string; userId: string; sizeBytes: number; storagePath: string }

/** No row: somebody announced this id before. */
export const insertDelivery = ({ id, requestId, userId, sizeBytes, storagePath }: NewDelivery): Query => ({
  text: `insert into public.request_deliveries as d (id, request_id, user_id, file_size, storage_path)
         values ($1, $2, $3, $4, $5)
         on conflict (id) do nothing
         returning ${COLUMNS}`,
  values: [id, requestId, userId, sizeBytes, storagePath],
})

/** No row: the request was ended meanwhile, and the delivery went with it. */
export const setUpload = (id: string, uploadId: string): Query => ({
  text: 'update public.request_deliveries set upload_id = $2 where id = $1 returning id',
  values: [id, uploadId],
})

/** Its upload goes with it. */
export const deleteArriving = (requestId: string, id: string): Query => ({
  text: `delete from public.request_deliveries d where d.id = $2 and d.request_id = $1 and d.delivered_at is null
         returning ${COLUMNS}`,
  values: [requestId, id],
})

/** The delivery that an upload belongs to, while its request runs. */
export const findByUpload = (requestId: string, uploadId: string): Query => ({
  text: `select ${COLUMNS}
         from public.request_deliveries d
         join public.file_requests r on r.id = d.request_id
         where d.upload_id = $2 and d.request_id = $1 and d.delivered_at is null
           and r.ended_at is null and r.expires_at > now()`,
  values: [requestId, uploadId],
})

/** What the sender says of a file whose bytes are all there. */
export type Statements = {
  wrapped_key: string
  record: string
  statement: string
  mac: string
  segment_hashes?: string | undefined
}

/**
 * Makes an announced file a delivery and counts it. In a transaction that holds the request's lock.
 * @returns false while its object is not there in the size that was announced.
 */
export async function completeDelivery(
  transaction: Transaction,
  { id, requestId, sealedBytes, said }: { id: string; requestId: string; sealedBytes: number; said: Statements },
): Promise<boolean> {
  const { rows } = await transaction.query<{ file_size: string }>({
    text: `update public.request_deliveries d
           set object_name = d.storage_path, delivered_at = now(), wrapped_key = $4, record = $5, statement = $6, mac = $7,
               segment_hashes = $8
           from storage.objects o
           where d.id = $1 and d.request_id = $2 and d.delivered_at is null
             and o.bucket_id = d.bucket_id and o.name = d.storage_path and o.size_bytes = $3
           returning d.file_size`,
    values: [
      id,
      requestId,
      sealedBytes,
      said.wrapped_key,
      said.record,
      said.statement,
      said.mac,
      said.segment_hashes ?? null,
    ],
  })
  if (!rows[0]) return false
  await transaction.query({
    text: `update public.file_requests
           set files_delivered = files_delivered + 1, bytes_delivered = bytes_delivered + $2
           where id = $1`,
    values: [requestId, rows[0].file_size],
  })
  return true
}
