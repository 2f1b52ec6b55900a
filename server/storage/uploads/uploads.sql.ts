import type { Transaction } from '../../db/database.ts'
import type { ByteRange, Piece } from '../blobs/blob-store.ts'

export type UploadRow = {
  id: string
  bucket_id: string
  name: string
  is_upsert: boolean
  size_bytes: string
  offset_bytes: string
  part_bytes: number | null
  head_bytes: number
  content_type: string
  cache_control: string
  user_metadata: Record<string, unknown>
  object_id: string | null
  expires_at: Date
}

export type PieceRow = { start_bytes: string; end_bytes: string; piece: string; piece_start: string }

const COLUMNS = `id, bucket_id, name, is_upsert, size_bytes, offset_bytes, part_bytes, head_bytes, content_type, cache_control,
  user_metadata, object_id, expires_at`

export type NewUpload = {
  bucket: string
  name: string
  isUpsert: boolean
  sizeBytes: number
  partBytes: number | null
  headBytes: number
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown>
  lifetimeSeconds: number
}

export const insertUploadStatement = (upload: NewUpload) => ({
  name: 'storage.insert_upload',
  text: `insert into storage.uploads (bucket_id, name, is_upsert, size_bytes, part_bytes, head_bytes, content_type,
                                      cache_control, user_metadata, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))
         returning ${COLUMNS}`,
  values: [
    upload.bucket,
    upload.name,
    upload.isUpsert,
    upload.sizeBytes,
    upload.partBytes,
    upload.headBytes,
    upload.contentType,
    upload.cacheControl,
    JSON.stringify(upload.userMetadata),
    upload.lifetimeSeconds,
  ],
})

export const findUploadStatement = (id: string) => ({
  name: 'storage.find_upload',
  text: `select ${COLUMNS} from storage.uploads where id = $1 and expires_at > now()`,
  values: [id],
})

/** Moves the offset, only from where the writer believed it to be. */
export const advanceUploadStatement = (id: string, from: number, to: number) => ({
  name: 'storage.advance_upload',
  text: 'update storage.uploads set offset_bytes = $3 where id = $1 and offset_bytes = $2',
  values: [id, from, to],
})

export const addPartsStatement = (id: string, parts: readonly number[]) => ({
  name: 'storage.add_parts',
  text: `insert into storage.upload_parts (upload_id, part) select $1, part from unnest($2::int[]) as part
         on conflict do nothing`,
  values: [id, parts],
})

export const listPartsStatement = (id: string) => ({
  name: 'storage.list_parts',
  text: 'select part from storage.upload_parts where upload_id = $1 order by part',
  values: [id],
})

/** Records ranges of an upload that lie in a piece; those that are there stay, and nothing is recorded of one that is gone. */
export const addPiecesStatement = (
  id: string,
  { piece, start }: Omit<Piece, 'upload'>,
  ranges: readonly ByteRange[],
) => ({
  name: 'storage.add_pieces',
  text: `insert into storage.upload_pieces (upload_id, start_bytes, end_bytes, piece, piece_start)
         select u.id, r.start_bytes, r.end_bytes, $4, $5
         from storage.uploads u, unnest($2::bigint[], $3::bigint[]) as r (start_bytes, end_bytes)
         where u.id = $1
         on conflict do nothing`,
  values: [id, ranges.map(({ start: from }) => from), ranges.map(({ end }) => end), piece, start],
})

export const listPiecesStatement = (id: string) => ({
  name: 'storage.list_pieces',
  text: `select start_bytes, end_bytes, piece, piece_start from storage.upload_pieces where upload_id = $1 order by start_bytes`,
  values: [id],
})

export const deleteUploadStatement = (id: string) => ({
  name: 'storage.delete_upload',
  text: 'delete from storage.uploads where id = $1 and object_id is null returning id',
  values: [id],
})

/** Gives up an upload whose pieces are gone, unless another node has taken it over: that one may know better. */
export const giveUpStatement = (id: string, epoch: string) => ({
  name: 'storage.give_up_upload',
  text: `delete from storage.uploads u
         where u.id = $1 and u.object_id is null
           and exists (select from storage.upload_claims c where c.upload_id = u.id and c.epoch = $2)
         returning u.id`,
  values: [id, epoch],
})

/** No row: complete, cancelled or expired. A row without an epoch: another node has it. The upload is locked before its claim, as everywhere. */
export const claimUploadStatement = (id: string, node: string, leaseMs: number) => ({
  name: 'storage.claim_upload',
  text: `with taken as (
           insert into storage.upload_claims as c (upload_id, node, until)
           select u.id, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000)
           from storage.uploads u
           where u.id = $1 and u.object_id is null and u.expires_at > now()
           for key share
           on conflict (upload_id) do update set node = excluded.node, epoch = c.epoch + 1, until = excluded.until
           where c.until <= clock_timestamp()
           returning c.epoch
         )
         select (select t.epoch from taken t) as epoch
         from storage.uploads u
         where u.id = $1 and u.object_id is null and u.expires_at > now()`,
  values: [id, node, leaseMs],
})

export const renewClaimStatement = (id: string, epoch: string, leaseMs: number) => ({
  name: 'storage.renew_claim',
  text: `update storage.upload_claims set until = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
         where upload_id = $1 and epoch = $2`,
  values: [id, epoch, leaseMs],
})

export const releaseClaimStatement = (id: string, epoch: string) => ({
  name: 'storage.release_claim',
  text: 'update storage.upload_claims set until = clock_timestamp() where upload_id = $1 and epoch = $2',
  values: [id, epoch],
})

/** A row while nobody has taken it over; nobody can until the transaction ends. */
export const lockClaimStatement = (id: string, epoch: string) => ({
  name: 'storage.lock_claim',
  text: 'select epoch from storage.upload_claims where upload_id = $1 and epoch = $2 for share',
  values: [id, epoch],
})

/** Locks the upload for its completion; the object it already became, if another request was faster. */
export async function lockUpload(
  transaction: Transaction,
  id: string,
): Promise<{ objectId: string | null } | undefined> {
  const { rows } = await transaction.query<{ object_id: string | null }>({
    name: 'storage.lock_upload',
    text: 'select object_id from storage.uploads where id = $1 for update',
    values: [id],
  })
  return rows[0] && { objectId: rows[0].object_id }
}

export async function completeUpload(transaction: Transaction, id: string, objectId: string): Promise<void> {
  await transaction.query({
    name: 'storage.complete_upload',
    text: 'update storage.uploads set object_id = $2, offset_bytes = size_bytes where id = $1',
    values: [id, objectId],
  })
}
