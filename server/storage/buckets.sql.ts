/** Columns and order of the public shape of a bucket. */
const COLUMNS = 'id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at'

export type BucketRow = {
  id: string
  name: string
  owner: string | null
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export const listBucketsStatement = () => ({
  name: 'storage.list_buckets',
  text: `select ${COLUMNS}, type from storage.buckets order by name limit 1000`,
})

export const findBucketStatement = (id: string) => ({
  name: 'storage.find_bucket',
  text: `select ${COLUMNS} from storage.buckets where id = $1`,
  values: [id],
})

export type BucketSettings = {
  isPublic: boolean | undefined
  fileSizeLimit: number | null | undefined
  allowedMimeTypes: string[] | null | undefined
}

export const insertBucketStatement = (id: string, settings: BucketSettings) => ({
  name: 'storage.insert_bucket',
  text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $1, $2, $3, $4)`,
  values: [id, settings.isPublic ?? false, settings.fileSizeLimit ?? null, settings.allowedMimeTypes ?? null],
})

/** `undefined` leaves a setting as it is, null clears it. */
export const updateBucketStatement = (id: string, settings: BucketSettings) => ({
  name: 'storage.update_bucket',
  text: `update storage.buckets
         set public = coalesce($2, public),
             file_size_limit = case when $3 then $4 else file_size_limit end,
             allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
             updated_at = now()
         where id = $1`,
  values: [
    id,
    settings.isPublic ?? null,
    settings.fileSizeLimit !== undefined,
    settings.fileSizeLimit ?? null,
    settings.allowedMimeTypes !== undefined,
    settings.allowedMimeTypes ?? null,
  ],
})

export const emptyBucketStatement = (id: string) => ({
  name: 'storage.empty_bucket',
  text: 'delete from storage.objects where bucket_id = $1',
  values: [id],
})

export const deleteBucketStatement = (id: string) => ({
  name: 'storage.delete_bucket',
  text: 'delete from storage.buckets where id = $1',
  values: [id],
})
