import { Readable } from 'node:stream'
import { LIMITS } from '#contract/limits.ts'
import type { Caller, Database } from '../../db/database.ts'
import {
  type BlobStore,
  BodyStalledError,
  ClaimLostError,
  type WriteOptions,
  type Written,
} from '../blobs/blob-store.ts'
import { commitBlob } from '../blobs/commit-blob.ts'
import { isId } from '../blobs/disk-files.ts'
import { PartLayout } from './part-layout.ts'
import { metadataOf } from '../objects/object-metadata.ts'
import type { ObjectService } from '../objects/objects.service.ts'
import { putObject } from '../objects/objects.sql.ts'
import { TusError } from '../storage-error.ts'
import { drainBody } from './unread-body.ts'
import { type UploadWriter, UploadWriters } from './upload-writers.ts'
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

const TAKEN_OVER = 'The upload was cancelled, or another request took it over'

export type UploadServices = { database: Database; store: BlobStore; objects: ObjectService; bodyIdleMs: number }
type Body = { offset: number; stream: Readable; announced: number | undefined }
type Writing = { row: UploadRow; body: Body; writer: UploadWriter }
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
  readonly #bodyIdleMs: number
  readonly #writers = new UploadWriters()
  /** Completions under way: two last parts may end at the same moment, and both wait for the same one. */
  readonly #finishing = new Map<string, Promise<UploadRow>>()

  constructor({ database, store, objects, bodyIdleMs }: UploadServices) {
    this.#database = database
    this.#store = store
    this.#objects = objects
    this.#bodyIdleMs = bodyIdleMs
  }

  /** @throws {StorageError} @throws {pg.DatabaseError} when the caller may not store under this key. */
  async create(caller: Caller, upload: Omit<NewUpload, 'lifetimeSeconds'>): Promise<UploadRow> {
    const bucket = await this.#objects.bucket(upload.bucket)
    this.#objects.checkAllowed(bucket, upload)
    await this.#objects.probe(caller, upload)
    const statement = insertUploadStatement({ ...upload, lifetimeSeconds: LIMITS.uploadLifetimeSeconds })
    const { rows } = await this.#database.oneAsCaller<UploadRow>(caller, statement)
    const row = rows[0]
    if (!row) throw new TusError(500, 'The upload could not be created')
    if (upload.sizeBytes > 0) return row
    await this.#store.write(row.id, 0, Readable.from([]), { limit: 0, idleMs: this.#bodyIdleMs })
    return this.#finish(caller, row, undefined)
  }

  /**
   * What has arrived. Completes an upload whose bytes are all there but whose completion a crash or a refusal prevented:
   * a client that reads its last offset here sends nothing more.
   * @throws {TusError} 404 when it is unknown, expired or someone else's.
   */
  async state(caller: Caller, id: string): Promise<UploadState> {
    const row = await this.#find(caller, id)
    if (row.object_id) return { row, offsetBytes: Number(row.size_bytes), doneParts: [] }
    const layout = PartLayout.of(row)
    const doneParts = layout ? await this.#durableParts(caller, id) : []
    const offsetBytes = layout ? layout.reach(doneParts) : Number(row.offset_bytes)
    await this.#requireStaged(caller, row, layout?.endOf(doneParts) ?? offsetBytes)
    if (offsetBytes < Number(row.size_bytes)) return { row, offsetBytes, doneParts }
    return { row: await this.#finish(caller, row, undefined), offsetBytes, doneParts: [] }
  }

  /** Stores one body at `offset` and completes the upload when it was the last. @returns the new offset in bytes. */
  async append(caller: Caller, id: string, body: Body): Promise<number> {
    const found = await this.#find(caller, id)
    const size = Number(found.size_bytes)
    const { offset, announced } = body
    if (announced !== undefined && announced > size - offset)
      throw new TusError(413, 'The body is longer than the rest of the upload')
    const isInParts = found.part_bytes !== null
    const end = isInParts && announced !== undefined ? offset + announced : size
    const writer = await this.#writers.take(id, body.stream, {
      start: isInParts ? offset : 0,
      end: Math.max(end, offset + 1),
      isOpenEnded: isInParts && announced === undefined,
    })
    try {
      // Read only now: the writers before this one may have moved it, completed it, or it was cancelled.
      const row = await this.#find(caller, id)
      const writing = { row, body, writer }
      const layout = PartLayout.of(row)
      return layout ? await this.#storeParts(caller, layout, writing) : await this.#appendSequential(caller, writing)
    } catch (error) {
      if (writer.isStopped) throw new TusError(409, TAKEN_OVER, { cause: error })
      throw error
    } finally {
      writer.release()
    }
  }

  async #appendSequential(caller: Caller, writing: Writing): Promise<number> {
    const { row, body } = writing
    const size = Number(row.size_bytes)
    if (row.object_id && body.offset === size) return size
    if (row.object_id) throw new TusError(409, 'The upload is already complete')
    if (Number(row.offset_bytes) !== body.offset) throw new TusError(409, 'Upload-Offset conflict')
    await this.#requireStaged(caller, row, body.offset)
    // A file that arrives in one body is hashed on the way; otherwise it is read back once at the end.
    const isWhole = body.offset === 0 && body.announced === size
    const written = await this.#write(caller, writing, { limit: size - body.offset, digest: isWhole })
    const reached = body.offset + written.sizeBytes
    await this.#database.oneAsCaller(caller, advanceUploadStatement(row.id, body.offset, reached))
    if (reached === size) await this.#finish(caller, row, written.sha256)
    else if (written.failure) throw brokenOff(written.failure, 'The connection closed early; resume from the offset')
    return reached
  }

  /** One or more whole parts in one body. What broke off in the middle of a part is sent again. */
  async #storeParts(caller: Caller, layout: PartLayout, writing: Writing): Promise<number> {
    const { row, body } = writing
    const first = layout.partAt(body.offset)
    if (body.offset === layout.sizeBytes && row.object_id) return layout.sizeBytes
    if (first === undefined) throw new TusError(409, 'The offset is not where a part starts')
    // Sealed again, a part's bytes differ; the ones that count are kept.
    if (row.object_id) {
      await drainBody(body.stream, this.#bodyIdleMs)
      return layout.end(first)
    }
    const durable = await this.#durableParts(caller, row.id)
    await this.#requireStaged(caller, row, layout.endOf(durable))
    const keep = durable.map((part) => ({ start: layout.start(part), end: layout.end(part) }))
    const digest = keep.length === 0 && body.offset === 0 && body.announced === layout.sizeBytes
    const limit = layout.sizeBytes - body.offset
    const written = await this.#write(caller, writing, { limit, digest, keep })
    const last = layout.lastWithin(first, body.offset + written.sizeBytes)
    if (last === undefined)
      throw brokenOff(written.failure, 'The body ended before its part was complete; send the part again')
    await this.#database.oneAsCaller(caller, addPartsStatement(row.id, first, last))
    // Asked only after the parts are committed: of two last bodies at least one then sees them all.
    const parts = await this.#durableParts(caller, row.id)
    if (parts.length === layout.count) await this.#finish(caller, row, written.sha256)
    else if (written.failure) throw brokenOff(written.failure, 'The connection closed early; ask which parts arrived')
    return layout.end(last)
  }

  async #write(
    caller: Caller,
    { row, body, writer }: Writing,
    options: Omit<WriteOptions, 'idleMs'>,
  ): Promise<Written> {
    // It may have been stopped while it waited for those before it.
    if (writer.isStopped) throw new TusError(409, TAKEN_OVER)
    const idleMs = this.#bodyIdleMs
    const claim = writer.claim
    try {
      return await this.#store.write(row.id, body.offset, body.stream, { ...options, idleMs, claim, isResumable: true })
    } catch (error) {
      // The disk may be full: what does not count must not fill it until the upload expires. The first reason is reported.
      if (this.#writers.claimAll(row.id, writer)) await Promise.allSettled([this.#giveBack(caller, row)])
      throw error
    }
  }

  /** Drops the bytes behind the last one that counts. Nobody else may be writing. */
  async #giveBack(caller: Caller, row: UploadRow): Promise<void> {
    const layout = PartLayout.of(row)
    const durableEnd = layout?.endOf(await this.#durableParts(caller, row.id)) ?? Number(row.offset_bytes)
    await this.#store.truncate(row.id, durableEnd)
  }

  /**
   * The database counts bytes that must be in the staging area. When they are not, after a restored backup or behind a
   * load balancer without affinity, going on would complete a file with holes: the upload is given up.
   */
  async #requireStaged(caller: Caller, row: UploadRow, durableEnd: number): Promise<void> {
    if (durableEnd === 0 || (await this.#store.stagedEnd(row.id)) >= durableEnd) return
    // Completed a moment ago, its bytes are a blob by now.
    if ((await this.#find(caller, row.id)).object_id) return
    await this.#database.oneAsCaller(caller, deleteUploadStatement(row.id))
    throw new TusError(410, 'The bytes that had arrived are gone; start the upload again')
  }

  async #durableParts(caller: Caller, id: string): Promise<number[]> {
    const { rows } = await this.#database.oneAsCaller<{ part: number }>(caller, listPartsStatement(id))
    return rows.map(({ part }) => part)
  }

  #finish(caller: Caller, row: UploadRow, sha256: string | undefined): Promise<UploadRow> {
    const running = this.#finishing.get(row.id)
    if (running) return running
    const finished = this.#complete(caller, row.id, sha256).finally(() => this.#finishing.delete(row.id))
    this.#finishing.set(row.id, finished)
    return finished
  }

  async #complete(caller: Caller, id: string, sha256: string | undefined): Promise<UploadRow> {
    const row = await this.#find(caller, id)
    if (row.object_id) return row
    const sizeBytes = Number(row.size_bytes)
    const checksum = sha256 ?? (await this.#store.digest(id))
    const metadata = metadataOf({
      sizeBytes,
      checksum,
      contentType: row.content_type,
      cacheControl: row.cache_control,
    })
    const object = { bucket: row.bucket_id, name: row.name, sizeBytes, checksum, metadata }
    const objectId = await commitBlob({ database: this.#database, store: this.#store }, id, (blobId) =>
      this.#database.asCaller(caller, async (transaction) => {
        const locked = await lockUpload(transaction, id)
        if (!locked) throw new TusError(410, 'The upload was cancelled')
        if (locked.objectId) return locked.objectId
        const stored = await putObject(
          transaction,
          { ...object, blobId, userMetadata: row.user_metadata },
          row.is_upsert,
        )
        await completeUpload(transaction, id, stored.id)
        return stored.id
      }),
    )
    // A staging file that cannot be removed is left to the collector; the upload is complete.
    await Promise.allSettled([this.#store.discard(id)])
    return { ...row, object_id: objectId, offset_bytes: row.size_bytes }
  }

  /** Gives an upload up, also while it is being written: when this resolves, nothing of it is left. */
  async cancel(caller: Caller, id: string): Promise<void> {
    const { rowCount } = await this.#database.oneAsCaller(caller, deleteUploadStatement(parseUploadId(id)))
    if (!rowCount) throw new TusError(404, 'There is no such upload')
    await this.#writers.stop(id)
    await Promise.allSettled([this.#finishing.get(id)])
    await this.#store.discard(id)
  }

  async #find(caller: Caller, id: string): Promise<UploadRow> {
    const { rows } = await this.#database.oneAsCaller<UploadRow>(caller, findUploadStatement(parseUploadId(id)))
    if (!rows[0]) throw new TusError(404, 'There is no such upload, or it expired')
    return rows[0]
  }
}

function brokenOff(failure: Error | undefined, message: string): TusError {
  if (failure instanceof BodyStalledError) return new TusError(408, 'The body stopped arriving')
  if (failure instanceof ClaimLostError) return new TusError(409, TAKEN_OVER)
  return new TusError(400, message, { cause: failure })
}

function parseUploadId(id: string): string {
  if (!isId(id)) throw new TusError(404, 'There is no such upload')
  return id
}
