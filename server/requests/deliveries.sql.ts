import type { QueryResultRow } from 'pg'
import type { Caller, Statement, Transaction } from '../db/database.ts'

export type Query = Required<Pick<Statement, 'text' | 'values'>>

/** Where a file comes from: somebody who has the address of a request, or a device. */
export type DeliverySource = { column: 'request_id' | 'device_id'; id: string }

/** One file that was announced. PostgreSQL's bigint arrives as text. */
export type DeliveryRow = QueryResultRow & {
  id: string
  user_id: string
  file_size: string
  storage_path: string
  upload_id: string | null
  content_hash: string | null
  delivered_at: Date | null
}

export const COLUMNS = 'd.id, d.user_id, d.file_size, d.storage_path, d.upload_id, d.content_hash, d.delivered_at'

/** The object is of who gets the file, and counts for their storage; a sender has no session that policies could look at. */
export function uploaderOf({ user_id: sub }: Pick<DeliveryRow, 'user_id'>): Caller {
  return { role: 'service_role', claims: { role: 'service_role', sub } }
}

export const findDelivery = ({ column, id: source }: DeliverySource, id: string): Query => ({
  text: `select ${COLUMNS} from public.request_deliveries d where d.id = $2 and d.${column} = $1`,
  values: [source, id],
})

export type NewDelivery = {
  id: string
  source: DeliverySource
  userId: string
  sizeBytes: number
  storagePath: string
  /** Of the sealed content, base64url, where it is known before. */
  contentHash?: string
}

/** No row: somebody announced this id before. */
export const insertDelivery = (delivery: NewDelivery): Query => ({
  text: `insert into public.request_deliveries as d (id, ${delivery.source.column}, user_id, file_size, storage_path, content_hash)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do nothing
         returning ${COLUMNS}`,
  values: [
    delivery.id,
    delivery.source.id,
    delivery.userId,
    delivery.sizeBytes,
    delivery.storagePath,
    delivery.contentHash ?? null,
  ],
})

/** No row: what it was announced for was ended meanwhile, and the delivery went with it. */
export const setUpload = (id: string, uploadId: string): Query => ({
  text: 'update public.request_deliveries set upload_id = $2 where id = $1 returning id',
  values: [id, uploadId],
})

/** Its upload goes with it. */
export const deleteArriving = ({ column, id: source }: DeliverySource, id: string): Query => ({
  text: `delete from public.request_deliveries d where d.id = $2 and d.${column} = $1 and d.delivered_at is null
         returning ${COLUMNS}`,
  values: [source, id],
})

/** What the sender says of a file whose bytes are all there. */
export type Statements = {
  wrapped_key: string
  record: string
  statement: string
  mac: string
  segment_hashes?: string | undefined
}
/** What a device signed of that. */
export type SignedBy = { text: string; signature: string }

/**
 * Makes an announced file a delivery.
 * @returns its size in plain bytes; undefined while its object is not there in the size that was announced.
 */
export async function completeDelivery(
  transaction: Transaction,
  delivery: { id: string; source: DeliverySource; sealedBytes: number; said: Statements; signed?: SignedBy },
): Promise<string | undefined> {
  const { id, source, sealedBytes, said, signed } = delivery
  const { rows } = await transaction.query<{ file_size: string }>({
    text: `update public.request_deliveries d
           set object_name = d.storage_path, delivered_at = now(), wrapped_key = $4, record = $5, statement = $6, mac = $7,
               segment_hashes = $8, signed = $9, signature = $10
           from storage.objects o
           where d.id = $1 and d.${source.column} = $2 and d.delivered_at is null
             and o.bucket_id = d.bucket_id and o.name = d.storage_path and o.size_bytes = $3
           returning d.file_size`,
    values: [
      id,
      source.id,
      sealedBytes,
      said.wrapped_key,
      said.record,
      said.statement,
      said.mac,
      said.segment_hashes ?? null,
      signed?.text ?? null,
      signed?.signature ?? null,
    ],
  })
  return rows[0]?.file_size
}
