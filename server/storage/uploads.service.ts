import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { LIMITS } from '#contract/limits.ts'
import type { Caller, Database } from '../db/database.ts'
import type { BlobStore } from './blob-store.ts'
import { PartLayout } from './part-layout.ts'
import { metadataOf } from './object-metadata.ts'
import type { ObjectService } from './objects.service.ts'
import { noteBlobStatement, putObject } from './objects.sql.ts'
import { TusError } from './tus-error.ts'
import {
  type NewUpload,
  type UploadRow,
  addPartsStatement,
  advanceUploadStatement,
  completeUpload,
  deleteUploadStatement,
  findUploadStatement,
  insertUploadStatement,
  listPartsStatement,
  lockUpload,
} from './uploads.sql.ts'

export type UploadServices = { database: Database; store: BlobStore; objects: ObjectService }
type PartBody = { offset: number; body: Readable; announced: number | undefined }
export type UploadState = { row: UploadRow; offsetBytes: number; doneParts: number[] }

/**
 * Resumable uploads. Bytes are synced before the offset moves and the blob is durable before the row appears, so an
 * acknowledged byte survives a crash and a record never points at nothing.
 *
 * Two ways to send: TUS's own, each body continuing where the last one ended; or parts of a fixed size in any order, several
 * at once (`part_bytes`), which a browser that seals while it sends needs to keep the line busy.
 */
export class UploadService {
  readonly #database: Database
  readonly #store: BlobStore
  readonly #objects: ObjectService
  /** Sequential writers of this process; a newer request takes over from a connection that died half-open. */
  readonly #writers = new Map<string, { stop: () => void; ended: Promise<void> }>()

  constructor({ database, store, objects }: UploadServices) {
    this.#database = database
    this.#store = store
    this.#objects = objects
  }

  /** @throws {StorageError} @throws {pg.DatabaseError} when the caller may not store under this key. */
  async create(caller: Caller, upload: Omit<NewUpload, 'lifetimeSeconds'>): Promise<UploadRow> {
    const bucket = await this.#objects.bucket(upload.bucket)
    this.#objects.checkAllowed(bucket, upload)
    await this.#objects.probe(caller, upload.bucket, upload.name, upload.isUpsert)
    const statement = insertUploadStatement({ ...upload, lifetimeSeconds: LIMITS.uploadLifetimeSeconds })
    const { rows } = await this.#database.oneAsCaller<UploadRow>(caller, statement)
    if (!rows[0]) throw new TusError(500, 'The upload could not be created')
    if (upload.sizeBytes === 0) await this.#writeEmpty(rows[0].id)
    return upload.sizeBytes === 0 ? this.#finish(caller, rows[0], undefined) : rows[0]
  }

  async #writeEmpty(id: string): Promise<void> {
    const { Readable } = await import('node:stream')
    await this.#store.write(id, 0, Readable.from([]), { limit: 0 })
  }

  /** @throws {TusError} 404 when it is unknown, expired or someone else's. */
  async state(caller: Caller, id: string): Promise<UploadState> {
    const row = await this.#find(caller, id)
    const layout = PartLayout.of(row)
    if (!layout || row.object_id) return { row, offsetBytes: Number(row.offset_bytes), doneParts: [] }
    const { rows } = await this.#database.oneAsCaller<{ part: number }>(caller, listPartsStatement(id))
    const doneParts = rows.map(({ part }) => part)
    // What TUS calls the offset is the part of the file without a hole from the start.
    const gap = doneParts.findIndex((part, index) => part !== index)
    const whole = gap === -1 ? doneParts.length : gap
    return { row, offsetBytes: whole === 0 ? 0 : layout.end(whole - 1), doneParts }
  }

  /** Stores one body at `offset` and completes the upload when it was the last. @returns the new offset in bytes. */
  async append(
    caller: Caller,
    id: string,
    offset: number,
    body: Readable,
    announced: number | undefined,
  ): Promise<number> {
    const row = await this.#find(caller, id)
    const size = Number(row.size_bytes)
    if (row.object_id) {
      if (offset === size) return size
      throw new TusError(409, 'The upload is already complete')
    }
    if (announced !== undefined && announced > size - offset)
      throw new TusError(413, 'The body is longer than the rest of the upload')
    const layout = PartLayout.of(row)
    return layout
      ? this.#storeParts(caller, row, layout, { offset, body, announced })
      : this.#appendSequential(caller, row, offset, body, announced)
  }

  async #appendSequential(
    caller: Caller,
    row: UploadRow,
    offset: number,
    body: Readable,
    announced: number | undefined,
  ): Promise<number> {
    const size = Number(row.size_bytes)
    const release = await this.#takeOver(row.id, body)
    try {
      const current = await this.#find(caller, row.id)
      if (Number(current.offset_bytes) !== offset)
        throw new TusError(409, `The upload is at offset ${current.offset_bytes}`)
      // A file that arrives in one body is hashed on the way; otherwise it is read back once at the end.
      const isWhole = offset === 0 && announced === size
      const written = await this.#store.write(row.id, offset, body, { limit: size - offset, digest: isWhole })
      const reached = offset + written.sizeBytes
      await this.#database.oneAsCaller(caller, advanceUploadStatement(row.id, offset, reached))
      if (reached === size) await this.#finish(caller, row, written.sha256)
      else if (written.failure) throw new TusError(400, 'The connection closed early; resume from the offset')
      return reached
    } finally {
      release()
    }
  }

  async #takeOver(id: string, body: Readable): Promise<() => void> {
    const previous = this.#writers.get(id)
    previous?.stop()
    await previous?.ended
    let release = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      release = resolve
    })
    const writer = { stop: () => void body.destroy(), ended }
    this.#writers.set(id, writer)
    return () => {
      if (this.#writers.get(id) === writer) this.#writers.delete(id)
      release()
    }
  }

  /** One or more whole parts in one body. What broke off in the middle of a part is sent again. */
  async #storeParts(caller: Caller, row: UploadRow, layout: PartLayout, request: PartBody): Promise<number> {
    const { offset, body, announced } = request
    const first = layout.partAt(offset)
    if (first === undefined) throw new TusError(409, 'The offset is not where a part starts')
    if (await this.#isPartDurable(caller, row.id, first)) {
      // Sealed again, its bytes would differ; the ones that count are kept.
      body.resume()
      return layout.end(first)
    }
    const isWhole = offset === 0 && announced === layout.sizeBytes
    const written = await this.#store.write(row.id, offset, body, { limit: layout.sizeBytes - offset, digest: isWhole })
    const last = layout.lastWithin(first, offset + written.sizeBytes)
    if (last === undefined) throw new TusError(400, 'The body ended before its part was complete; send the part again')

    await this.#database.oneAsCaller(caller, addPartsStatement(row.id, first, last))
    // Asked only after the parts are committed: of two last bodies at least one then sees them all.
    const { rows } = await this.#database.oneAsCaller<{ part: number }>(caller, listPartsStatement(row.id))
    if (rows.length === layout.count) await this.#finish(caller, row, written.sha256)
    return layout.end(last)
  }

  async #isPartDurable(caller: Caller, id: string, part: number): Promise<boolean> {
    const { rows } = await this.#database.oneAsCaller<{ part: number }>(caller, listPartsStatement(id))
    return rows.some((row) => row.part === part)
  }

  async #finish(caller: Caller, row: UploadRow, sha256: string | undefined): Promise<UploadRow> {
    const sizeBytes = Number(row.size_bytes)
    const checksum = sha256 ?? (await this.#store.digest(row.id))
    const blobId = randomUUID()
    await this.#database.owner(noteBlobStatement.text, [blobId])
    await this.#store.commit(row.id, blobId)
    const object = {
      bucket: row.bucket_id,
      name: row.name,
      blobId,
      sizeBytes,
      checksum,
      metadata: metadataOf({ sizeBytes, checksum, contentType: row.content_type, cacheControl: row.cache_control }),
      userMetadata: row.user_metadata,
    }
    await this.#database.asCaller(caller, async (transaction) => {
      const locked = await lockUpload(transaction, row.id)
      if (!locked) throw new TusError(410, 'The upload was cancelled')
      if (locked.objectId) return
      const stored = await putObject(transaction, object, row.is_upsert)
      await completeUpload(transaction, row.id, stored.id)
    })
    await this.#store.discard(row.id)
    return { ...row, offset_bytes: row.size_bytes }
  }

  async cancel(caller: Caller, id: string): Promise<void> {
    const { rowCount } = await this.#database.oneAsCaller(caller, deleteUploadStatement(parseUploadId(id)))
    if (!rowCount) throw new TusError(404, 'There is no such upload')
    await this.#store.discard(id)
  }

  async #find(caller: Caller, id: string): Promise<UploadRow> {
    const { rows } = await this.#database.oneAsCaller<UploadRow>(caller, findUploadStatement(parseUploadId(id)))
    if (!rows[0]) throw new TusError(404, 'There is no such upload, or it expired')
    return rows[0]
  }
}

function parseUploadId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new TusError(404, 'There is no such upload')
  return id
}
