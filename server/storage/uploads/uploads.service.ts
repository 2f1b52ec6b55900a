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
import { isId } from '../../disk/disk-files.ts'
import type { Arrivals } from './arrivals.ts'
import { SharedArrivals } from './shared-arrivals.ts'
import { StagedArrivals } from './staged-arrivals.ts'
import { PartLayout } from './part-layout.ts'
import { metadataOf } from '../objects/object-metadata.ts'
import type { ObjectService } from '../objects/objects.service.ts'
import { putObject } from '../objects/objects.sql.ts'
import { TusError } from '../storage-error.ts'
import { type Claim, type ClaimTimes, ClaimTakenError } from './upload-claims.ts'
import { drainBody } from './unread-body.ts'
import { type UploadWriter, UploadWriters } from './upload-writers.ts'
import {
  type NewUpload,
  type UploadRow,
  completeUpload,
  deleteUploadStatement,
  findUploadStatement,
  insertUploadStatement,
  lockUpload,
} from './uploads.sql.ts'

const TAKEN_OVER = 'The upload was cancelled, or another request took it over'

/** `claims`: times of the claims on uploads; tests shorten them. */
export type UploadServices = {
  database: Database
  store: BlobStore
  objects: ObjectService
  bodyIdleMs: number
  claims?: ClaimTimes | undefined
}
type Body = { offset: number; stream: Readable; announced: number | undefined }
type Writing = { row: UploadRow; body: Body; writer: UploadWriter }
/** How the last bytes of an upload came: its digest, when it was known on the way; whether all came in one body. */
type Came = { sha256?: string | undefined; isWhole?: boolean }
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
  readonly #arrivals: Arrivals
  readonly #bodyIdleMs: number
  readonly #writers = new UploadWriters()
  /** Completions under way: two last parts may end at the same moment, and both wait for the same one. */
  readonly #finishing = new Map<string, Promise<UploadRow>>()

  constructor({ database, store, objects, bodyIdleMs, claims }: UploadServices) {
    this.#database = database
    this.#store = store
    this.#objects = objects
    const { pieces } = store
    this.#arrivals = pieces
      ? new SharedArrivals({ database, store, pieces, claims })
      : new StagedArrivals(database, store)
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
    return this.#finish(caller, row, { isWhole: true })
  }

  /**
   * What has arrived. Completes an upload whose bytes are all there but whose completion a crash or a refusal prevented:
   * a client that reads its last offset here sends nothing more.
   * @throws {TusError} 404 when it is unknown, expired or someone else's.
   */
  async state(caller: Caller, id: string): Promise<UploadState> {
    const row = await this.#find(caller, id)
    if (row.object_id) return { row, offsetBytes: Number(row.size_bytes), doneParts: [] }
    const { offsetBytes, doneParts } = await this.#arrivals.of(caller, row)
    if (offsetBytes < Number(row.size_bytes)) return { row, offsetBytes, doneParts }
    return { row: await this.#finish(caller, row, {}), offsetBytes, doneParts: [] }
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
    const { offsetBytes } = await this.#arrivals.of(caller, row)
    if (offsetBytes !== body.offset) throw new TusError(409, 'Upload-Offset conflict')
    // A file that arrives in one body is hashed on the way; otherwise it is read back once at the end.
    const digest = body.offset === 0 && body.announced === size
    const written = await this.#write(caller, writing, { limit: size - body.offset, digest })
    const reached = body.offset + written.sizeBytes
    const isWhole = body.offset === 0 && reached === size
    if (reached > body.offset) await this.#arrivals.add(caller, row, { start: body.offset, end: reached }, isWhole)
    if (reached === size) await this.#finish(caller, row, { sha256: written.sha256, isWhole })
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
    const { doneParts } = await this.#arrivals.of(caller, row)
    const keep = doneParts.map((part) => layout.rangeOf(part))
    const digest = keep.length === 0 && body.offset === 0 && body.announced === layout.sizeBytes
    const limit = layout.sizeBytes - body.offset
    const written = await this.#write(caller, writing, { limit, digest, keep })
    const last = layout.lastWithin(first, body.offset + written.sizeBytes)
    if (last === undefined)
      throw brokenOff(written.failure, 'The body ended before its part was complete; send the part again')
    const isWhole = keep.length === 0 && first === 0 && last === layout.count - 1
    const fresh = layout.partsBetween(first, last).filter((part) => !doneParts.includes(part))
    const range = { start: layout.start(fresh[0] ?? first), end: layout.end(fresh.at(-1) ?? first) }
    if (fresh.length > 0) await this.#arrivals.add(caller, row, range, isWhole)
    if (isWhole || (await this.#haveAllParts(caller, layout, row, last)))
      await this.#finish(caller, row, { sha256: written.sha256, isWhole })
    else if (written.failure) throw brokenOff(written.failure, 'The connection closed early; ask which parts arrived')
    return layout.end(last)
  }

  /** Asked only after its parts are committed: of two last bodies at least one then sees them all. */
  async #haveAllParts(caller: Caller, layout: PartLayout, row: UploadRow, added: number): Promise<boolean> {
    const { doneParts } = await this.#arrivals.of(caller, row)
    if (!doneParts.includes(added)) throw new TusError(410, 'The upload was cancelled')
    return doneParts.length === layout.count
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
    const { endBytes } = await this.#arrivals.of(caller, row)
    await this.#store.truncate(row.id, endBytes)
  }

  #finish(caller: Caller, row: UploadRow, came: Came): Promise<UploadRow> {
    const running = this.#finishing.get(row.id)
    if (running) return running
    const finished = this.#complete(caller, row.id, came).finally(() => this.#finishing.delete(row.id))
    this.#finishing.set(row.id, finished)
    return finished
  }

  async #complete(caller: Caller, id: string, came: Came): Promise<UploadRow> {
    for (;;) {
      const row = await this.#find(caller, id)
      const claim = row.object_id ? undefined : await this.#arrivals.claim(caller, row)
      if (!claim) {
        // Complete, cancelled or expired by now: what lies on this node is of no use.
        await Promise.allSettled([this.#arrivals.forgetHere(id)])
        return this.#find(caller, id)
      }
      try {
        const completed = await this.#completeClaimed(caller, row, { ...came, claim })
        if (completed) return completed
      } catch (error) {
        if (!(error instanceof ClaimTakenError)) throw error
      } finally {
        await claim.release()
      }
    }
  }

  /** @returns undefined when another node has to complete it. */
  async #completeClaimed(
    caller: Caller,
    row: UploadRow,
    { sha256, isWhole = false, claim }: Came & { claim: Claim },
  ): Promise<UploadRow | undefined> {
    const gathered = await this.#arrivals.gather(caller, row, { claim, isWhole })
    if (!gathered) return undefined
    const { stage, discard } = gathered
    try {
      const checksum = sha256 ?? (await this.#store.digest(stage))
      const objectId = await this.#commit(caller, row, { stage, checksum, claim })
      // What cannot be removed is left to the collector; the upload is complete.
      await Promise.allSettled([discard()])
      return { ...row, object_id: objectId, offset_bytes: row.size_bytes }
    } catch (error) {
      // What was gathered is gathered again; what the upload staged itself stays.
      if (stage !== row.id) await Promise.allSettled([this.#store.discard(stage)])
      throw error
    }
  }

  /**
   * @returns the id of the object that the upload became, here or on another node.
   * @throws {ClaimTakenError} when another node has taken it over.
   */
  #commit(
    caller: Caller,
    row: UploadRow,
    { stage, checksum, claim }: { stage: string; checksum: string; claim: Claim },
  ): Promise<string> {
    const sizeBytes = Number(row.size_bytes)
    const metadata = metadataOf({
      sizeBytes,
      checksum,
      contentType: row.content_type,
      cacheControl: row.cache_control,
    })
    const object = { bucket: row.bucket_id, name: row.name, sizeBytes, checksum, metadata }
    return commitBlob({ database: this.#database, store: this.#store }, stage, (blobId) =>
      this.#database.asCaller(caller, async (transaction) => {
        const locked = await lockUpload(transaction, row.id)
        if (!locked) throw new TusError(410, 'The upload was cancelled')
        if (locked.objectId) return locked.objectId
        await claim.requireHeld(transaction)
        const stored = await putObject(
          transaction,
          { ...object, blobId, userMetadata: row.user_metadata },
          row.is_upsert,
        )
        await completeUpload(transaction, row.id, stored.id)
        return stored.id
      }),
    )
  }

  /** Gives an upload up, also while it is being written: when this resolves, nothing of it is left on this node. */
  async cancel(caller: Caller, id: string): Promise<void> {
    const { rowCount } = await this.#database.oneAsCaller(caller, deleteUploadStatement(parseUploadId(id)))
    if (!rowCount) throw new TusError(404, 'There is no such upload')
    await this.#writers.stop(id)
    await Promise.allSettled([this.#finishing.get(id)])
    await this.#arrivals.discard(id)
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
