import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sealedSize } from '#contract/content-layout.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import type { Caller, Database, Transaction } from '../../db/database.ts'
import { type BlobStore, BodyStalledError } from '../blobs/blob-store.ts'
import { type BucketRow, findBucketStatement } from '../buckets.sql.ts'
import { commitBlob } from '../blobs/commit-blob.ts'
import { metadataOf } from './object-metadata.ts'
import {
  type NewObject,
  type ObjectRow,
  deleteObjectsStatement,
  findObjectStatement,
  putObject,
  visibleNamesStatement,
} from './objects.sql.ts'
import { StorageError } from '../storage-error.ts'
import type { UploadBody } from '../uploads/upload-body.ts'

/** A body this small is written before permission is asked: one round trip less, and nothing is kept when refused. */
const PROBE_FROM_BYTES = 1024 * 1024
const BUCKET_CACHE_MS = 1000

export type StorageServices = {
  database: Database
  store: BlobStore
  config: { maxFileBytes: number }
  bodyIdleMs: number
}

type Target = { bucket: string; name: string; isUpsert: boolean }

/**
 * Rules of objects: who may store what, and in which order bytes and rows become durable.
 * Row-level security on storage.objects is the authority; the service only asks it.
 */
export class ObjectService {
  readonly #database: Database
  readonly #store: BlobStore
  readonly #maxFileBytes: number
  readonly #bodyIdleMs: number
  readonly #buckets = new Map<string, { bucket: BucketRow | undefined; readAt: number }>()

  constructor({ database, store, config, bodyIdleMs }: StorageServices) {
    this.#database = database
    this.#store = store
    this.#maxFileBytes = config.maxFileBytes
    this.#bodyIdleMs = bodyIdleMs
  }

  /** The bucket, a second old at most. @throws {StorageError} `NoSuchBucket` */
  async bucket(id: string): Promise<BucketRow> {
    const known = this.#buckets.get(id)
    if (known?.bucket && performance.now() - known.readAt < BUCKET_CACHE_MS) return known.bucket
    const { text, values } = findBucketStatement(id)
    const { rows } = await this.#database.owner<BucketRow>(text, values)
    const bucket = rows[0]
    if (!bucket) throw new StorageError('NoSuchBucket')
    this.#buckets.set(id, { bucket, readAt: performance.now() })
    return bucket
  }

  /** Its settings changed, or it is gone: this server reads them again, others within a second. */
  forgetBucket(id: string): void {
    this.#buckets.delete(id)
  }

  /** Largest object a bucket takes, in bytes. Sealed files are a little larger than the plaintext the limit speaks of. */
  sizeLimit(bucket: BucketRow): number {
    if (bucket.file_size_limit !== null) return Number(bucket.file_size_limit)
    return bucket.id === FILES_BUCKET ? sealedSize(this.#maxFileBytes) : this.#maxFileBytes
  }

  /** @throws {StorageError} `EntityTooLarge` | `InvalidMimeType` */
  checkAllowed(bucket: BucketRow, object: { sizeBytes: number | undefined; contentType: string }): void {
    if (object.sizeBytes !== undefined && object.sizeBytes > this.sizeLimit(bucket))
      throw new StorageError('EntityTooLarge')
    const type = object.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
    const allowed = bucket.allowed_mime_types
    if (allowed?.length && !allowed.some((pattern) => matchesType(type, pattern))) {
      throw new StorageError('InvalidMimeType', `mime type ${type} is not supported`)
    }
  }

  /** Asks row-level security and the quota whether `caller` may store this, and undoes the question. @throws {pg.DatabaseError} */
  async probe(caller: Caller, { bucket, name, isUpsert }: Target, sizeBytes = 0): Promise<void> {
    const object: NewObject = {
      bucket,
      name,
      blobId: randomUUID(),
      sizeBytes,
      checksum: '',
      metadata: {},
      userMetadata: {},
    }
    const ask = async (transaction: Transaction): Promise<void> => {
      await putObject(transaction, object, isUpsert)
      // The quota is looked at when a transaction ends, and this one never commits.
      await transaction.query({ text: 'set constraints all immediate' })
    }
    await this.#database.asCaller(caller, ask, { rollback: true })
  }

  /** Stores one body in one request. @throws {StorageError} @throws {pg.DatabaseError} */
  async upload(caller: Caller, target: Target, body: UploadBody): Promise<ObjectRow> {
    const bucket = await this.bucket(target.bucket)
    this.checkAllowed(bucket, body)
    if (body.sizeBytes === undefined || body.sizeBytes > PROBE_FROM_BYTES) {
      // Of a form the size is not known yet; one byte asks whether there is any room.
      await this.probe(caller, target, body.sizeBytes ?? 1)
    }
    const stage = randomUUID()
    try {
      const { sizeBytes, checksum } = await this.#stage(stage, body.stream, this.sizeLimit(bucket))
      const object = { ...body, ...target, sizeBytes, checksum }
      return await commitBlob({ database: this.#database, store: this.#store }, stage, (blobId) =>
        this.#database.asCaller(caller, (transaction) =>
          putObject(transaction, { ...object, blobId, metadata: metadataOf(object) }, target.isUpsert),
        ),
      )
    } finally {
      // A staging file that cannot be removed is left to the collector; it must not hide how the upload ended.
      await Promise.allSettled([this.#store.discard(stage)])
    }
  }

  async #stage(stage: string, stream: Readable, limit: number): Promise<{ sizeBytes: number; checksum: string }> {
    const written = await this.#store.write(stage, 0, stream, { limit, idleMs: this.#bodyIdleMs, digest: true })
    if (written.failure instanceof BodyStalledError) throw new StorageError('RequestTimeout')
    if (written.failure) throw new StorageError('InvalidRequest', 'The connection closed before the whole body arrived')
    return { sizeBytes: written.sizeBytes, checksum: written.sha256 ?? (await this.#store.digest(stage)) }
  }

  /** The object, as far as `caller` may see it; without a caller only in a public bucket. @throws {StorageError} `NoSuchKey` */
  async find(caller: Caller | undefined, bucket: string, name: string): Promise<ObjectRow> {
    const statement = findObjectStatement(bucket, name)
    const { rows } = caller
      ? await this.#database.oneAsCaller<ObjectRow>(caller, statement)
      : await this.#database.owner<ObjectRow>(statement.text, statement.values)
    const row = rows[0]
    if (!row) throw new StorageError('NoSuchKey')
    return row
  }

  /** Those of `names` that `caller` may see. */
  async visible(caller: Caller, bucket: string, names: string[]): Promise<Set<string>> {
    const { rows } = await this.#database.oneAsCaller<{ name: string }>(caller, visibleNamesStatement(bucket, names))
    return new Set(rows.map(({ name }) => name))
  }

  /** Deletes rows; their bytes follow later, when no backup needs them. */
  async remove(caller: Caller, bucket: string, names: string[]): Promise<ObjectRow[]> {
    const { rows } = await this.#database.oneAsCaller<ObjectRow>(caller, deleteObjectsStatement(bucket, names))
    return rows
  }
}

function matchesType(type: string, pattern: string): boolean {
  return pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
}
