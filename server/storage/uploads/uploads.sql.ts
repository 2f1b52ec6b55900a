import type { Transaction } from '../../db/database.ts'

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

/** Records parts `first` to `last`, both included. */
export const addPartsStatement = (id: string, first: number, last: number) => ({
  name: 'storage.add_parts',
  text: `insert into storage.upload_parts (upload_id, part) select $1, part from generate_series($2::int, $3::int) as part
         on conflict do nothing`,
  values: [id, first, last],
})

export const listPartsStatement = (id: string) => ({
  name: 'storage.list_parts',
  text: 'select part from storage.upload_parts where upload_id = $1 order by part',
  values: [id],
})

export const deleteUploadStatement = (id: string) => ({
  name: 'storage.delete_upload',
  text: 'delete from storage.uploads where id = $1 and object_id is null returning id',
  values: [id],
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
