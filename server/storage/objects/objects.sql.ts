import type { Transaction } from '../../db/database.ts'

export type ObjectRow = {
  id: string
  bucket_id: string
  name: string
  version: string
  blob_id: string
  size_bytes: string
  checksum: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

/** The JSON that clients of this wire read on a row. */
export type ObjectMetadata = {
  eTag?: string
  size?: number
  mimetype?: string
  cacheControl?: string
  lastModified?: string
  contentLength?: number
  httpStatusCode?: number
}

const COLUMNS = `id, bucket_id, name, version, blob_id, size_bytes, checksum, metadata, user_metadata,
  created_at, updated_at, last_accessed_at`

const REPLACE = `on conflict (bucket_id, name) do update
  set blob_id = excluded.blob_id, size_bytes = excluded.size_bytes, checksum = excluded.checksum,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      version = gen_random_uuid(), updated_at = now()`

export type NewObject = {
  bucket: string
  name: string
  blobId: string
  sizeBytes: number
  checksum: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown>
}

/** Inserts the row, or replaces it when `isUpsert`; row-level security decides whether the caller may. */
export async function putObject(transaction: Transaction, object: NewObject, isUpsert: boolean): Promise<ObjectRow> {
  const onConflict = isUpsert ? REPLACE : ''
  const { rows } = await transaction.query<ObjectRow>({
    name: isUpsert ? 'storage.put_object_upsert' : 'storage.put_object',
    text: `insert into storage.objects (bucket_id, name, blob_id, size_bytes, checksum, metadata, user_metadata)
           values ($1, $2, $3, $4, $5, $6, $7) ${onConflict}
           returning ${COLUMNS}`,
    values: [
      object.bucket,
      object.name,
      object.blobId,
      object.sizeBytes,
      object.checksum,
      JSON.stringify(object.metadata),
      JSON.stringify(object.userMetadata),
    ],
  })
  const row = rows[0]
  if (!row) throw new Error('insert returned no row')
  return row
}

/**
 * Notes a blob before it is linked: a crash, or a lost answer from the database, then leaves nothing that nobody knows of. The
 * collector removes it later unless an object uses it.
 */
export const noteBlobStatement = {
  text: 'insert into storage.orphan_blobs (blob_id) values ($1) on conflict (blob_id) do nothing',
}

/** Storing took long: the note is as good as new. Waits for a collector that is about to remove the blob. */
export const renewNoteStatement = {
  text: `insert into storage.orphan_blobs (blob_id) values ($1)
         on conflict (blob_id) do update set orphaned_at = now(), retry_at = null
         returning xmax <> 0 as was_there`,
}

/** Takes the note back: the blob was removed. */
export const forgetBlobStatement = { text: 'delete from storage.orphan_blobs where blob_id = $1' }

export const findObjectStatement = (bucket: string, name: string) => ({
  name: 'storage.find_object',
  text: `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
  values: [bucket, name],
})

type Place = { bucket: string; name: string }

/** Gives an object another name or bucket; row-level security looks at the old row and the new one. */
export const moveObjectStatement = (from: Place, to: Place) => ({
  name: 'storage.move_object',
  text: `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
         where bucket_id = $1 and name = $2 returning ${COLUMNS}`,
  values: [from.bucket, from.name, to.bucket, to.name],
})

/**
 * A second row for the same blob: blobs never change, and the collector keeps one as long as any row names it. `changes` null copies
 * what the original says of itself.
 */
export const copyObjectStatement = (
  from: Place,
  to: Place,
  { isUpsert, changes }: { isUpsert: boolean; changes: { metadata: object; userMetadata: object } | null },
) => ({
  text: `insert into storage.objects (bucket_id, name, blob_id, size_bytes, checksum, metadata, user_metadata)
         select $3, $4, blob_id, size_bytes, checksum, metadata || coalesce($5::jsonb, '{}'),
                case when $5::jsonb is null then user_metadata else $6::jsonb end
         from storage.objects where bucket_id = $1 and name = $2
         ${isUpsert ? REPLACE : ''}
         returning ${COLUMNS}`,
  values: [
    from.bucket,
    from.name,
    to.bucket,
    to.name,
    changes && JSON.stringify(changes.metadata),
    changes && JSON.stringify(changes.userMetadata),
  ],
})

export const visibleNamesStatement = (bucket: string, names: string[]) => ({
  text: 'select name from storage.objects where bucket_id = $1 and name = any ($2::text[])',
  values: [bucket, names],
})

/** Deletes by exact key; keys that are missing or not the caller's are simply not among the rows returned. */
export const deleteObjectsStatement = (bucket: string, names: string[]) => ({
  name: 'storage.delete_objects',
  text: `delete from storage.objects where bucket_id = $1 and name = any ($2::text[]) returning ${COLUMNS}`,
  values: [bucket, names],
})

/** As the owner of the schema: people write no events. */
export const recordReadStatement = (name: string, reader: string, client: string) => ({
  text: 'select audit.record_read($1, $2, $3) as is_file',
  values: [name, reader, client],
})
