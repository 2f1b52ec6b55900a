import type { Caller } from '../../db/database.ts'
import type { ByteRange } from '../blobs/blob-store.ts'
import type { Claim } from './upload-claims.ts'
import type { UploadRow } from './uploads.sql.ts'

/** What of an upload counts: `offsetBytes` up to its first gap, `endBytes` behind the last byte that counts. */
export type Arrived = { offsetBytes: number; doneParts: number[]; endBytes: number }

/** What arrived of uploads, and what is to be done so that an acknowledged byte stays. */
export type Arrivals = {
  /** @throws {TusError} 410 when bytes that counted are gone. */
  of: (caller: Caller, row: UploadRow) => Promise<Arrived>
  /**
   * Lets staged bytes count: they are durable when it resolves.
   * @param isWhole the range is all of the upload, so that it can be completed at once.
   * @throws {TusError} 409 when those of another request count instead, in an upload that is sent in sequence.
   */
  add: (caller: Caller, row: UploadRow, range: ByteRange, isWhole: boolean) => Promise<void>
  /**
   * Takes on the completion of an upload, which one node at a time does; waits for another.
   * @returns undefined when it is complete, cancelled or expired.
   * @throws {StorageError} `SlowDown` when another node takes long.
   */
  claim: (caller: Caller, row: UploadRow) => Promise<Claim | undefined>
  /**
   * Finds every byte of an upload in the staging area of this node, or brings them there.
   * @param as `isWhole` as of `add`.
   * @returns undefined when another node took it over meanwhile, or it was cancelled.
   * @throws {TusError} 410 when they are gone.
   */
  gather: (caller: Caller, row: UploadRow, as: { claim: Claim; isWhole: boolean }) => Promise<Gathered | undefined>
  /** Removes what this node has of an upload that another completed. */
  forgetHere: (upload: string) => Promise<void>
  /** Removes what is left of an upload that was cancelled. */
  discard: (upload: string) => Promise<void>
}

/** `stage`: where they are staged; `discard` removes them there and wherever else they lay. */
export type Gathered = { stage: string; discard: () => Promise<void> }
