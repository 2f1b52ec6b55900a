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

type BucketList = {
  /** Part of a name, in whatever case; its characters stand for themselves. */
  search: string
  limit: number
  offset: number
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  sortOrder: 'asc' | 'desc'
}

export const listBucketsStatement = ({ search, limit, offset, sortColumn, sortOrder }: BucketList) => ({
  text: `select ${COLUMNS}, type from storage.buckets where strpos(lower(name), lower($1)) > 0
         order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
  values: [search, limit, offset],
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
