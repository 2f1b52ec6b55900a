import type { Readable, Writable } from 'node:stream'

/** Half-open range of bytes: `start` to `end`, `end` not included. */
export type ByteRange = { start: number; end: number }

/**
 * The stretch one writer may write. `end` may move towards the start while the writer runs, when a newer request takes the
 * rest over; `reached` is where the writer is.
 */
export type WriteClaim = { start: number; end: number; reached: number }

export type WriteOptions = {
  /** Most bytes the body may hold. */
  limit: number
  /** A body that sends nothing for so long has stalled. */
  idleMs: number
  /** Asks for the SHA-256 of the body. */
  digest?: boolean
  /** Ranges that are durable already: bytes of the body that belong there are dropped. */
  keep?: readonly ByteRange[]
  claim?: WriteClaim
  /** The bytes are acknowledged before `commit`, so a power failure must not take their staging area away. */
  isResumable?: boolean
}

/**
 * Outcome of one body. `failure` is set when the body broke off, stalled or left its claim; the bytes counted are durable all
 * the same. `sha256` is the digest of the bytes of this body, only when it was asked for and the body came whole.
 */
export type Written = { sizeBytes: number; sha256: string | undefined; failure: Error | undefined }

/** Where bytes lie until their upload is complete. */
export type StagingArea = {
  /**
   * Writes `body` into the staging area of `upload` from byte `offset` on; durable when it resolves.
   * @throws {BodyTooLargeError} as soon as the limit is passed; the body is left paused.
   */
  write: (upload: string, offset: number, body: Readable, options: WriteOptions) => Promise<Written>
  /** SHA-256 in hex of the staged bytes, read back from the store off the main thread. */
  digest: (upload: string) => Promise<string>
  /** What is staged of an upload: the end of its bytes, and a name that no other staging area of the upload has. */
  staged: (upload: string) => Promise<{ sizeBytes: number; area: string } | undefined>
  /** Gives staged bytes from `sizeBytes` on back to the disk, if there are any. */
  truncate: (upload: string, sizeBytes: number) => Promise<void>
  /** Drops the staging area of an upload, if there is one. */
  discard: (upload: string) => Promise<void>
  /** Uploads whose staged bytes did not change for `idleMs` and that nobody writes now. */
  leftovers: (idleMs: number) => Promise<string[]>
  /** @throws when nothing can be staged now. */
  checkStaging: () => Promise<void>
}

/** Bytes of an upload where every node reads them: one object of the shared store, which holds those from `start` on. */
export type Piece = { upload: string; piece: string; start: number }

/** Where nodes that share a store keep what arrived of an upload, so that any of them can complete it. */
export type SharedPieces = {
  /** Copies staged bytes into a piece; durable when it resolves. */
  share: (upload: string, range: ByteRange, piece: string) => Promise<void>
  /**
   * Copies a range of an upload out of a piece into the staging area `stage` of this node.
   * @throws {BlobMissingError}
   */
  fetch: (from: Piece, range: ByteRange, stage: string) => Promise<void>
  remove: (upload: string, piece: string) => Promise<void>
  /** Removes all pieces of an upload. */
  forget: (upload: string) => Promise<void>
  /** Uploads that no piece was added to for `idleMs`. */
  leftovers: (idleMs: number) => Promise<string[]>
}

/**
 * Where bytes live. Blobs are immutable and named by a random id; nothing is acknowledged before it is durable.
 * The local disk implements it in disk-store.ts, a bucket of an S3 server in s3-store.ts.
 */
export type BlobStore = StagingArea & {
  /** Only of a store that several nodes use: without it, an upload must continue where it began. */
  pieces?: SharedPieces
  /** Makes the staged bytes the immutable blob `blob`: durable when it resolves. Repeating it is harmless. */
  commit: (upload: string, blob: string) => Promise<void>
  /** Puts the staged bytes where those of `blob` lay, if any did, which go only with that: the one exception, for a repair. Durable when it resolves. */
  replace: (upload: string, blob: string) => Promise<void>
  /**
   * Opens a blob for reading.
   * @throws {BlobMissingError}
   */
  open: (blob: string) => Promise<BlobReader>
  /** Removes a blob, if there is one. */
  remove: (blob: string) => Promise<void>
  /** The blobs that follow one, a page at a time, in the order of their ids; without one, from the beginning. */
  list: (after: string | undefined) => Promise<BlobPage>
  /** @throws when no blob could be stored or read now. `signal` ends the question. */
  checkStore: (signal: AbortSignal) => Promise<void>
}

export type ListedBlob = { id: string; sizeBytes: number; modifiedAt: Date }

/** `upTo`: every blob up to this id is on this page or one before. `isLast`: none follows. */
export type BlobPage = { blobs: ListedBlob[]; upTo: string; isLast: boolean }

export const LIST_PAGE = 1000
/** No id comes after it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type BlobReader = {
  sizeBytes: number
  /** Sends a range into `sink`, obeying its back-pressure; stops early when the sink closes. */
  sendTo: (sink: Writable, range: ByteRange) => Promise<void>
  close: () => Promise<void>
}

export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError'
}

/** The body was longer than announced or allowed; nothing of it counts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** The body stopped arriving although its connection stayed open. */
export class BodyStalledError extends Error {
  override readonly name = 'BodyStalledError'
}

/** A newer request writes what this body still had to bring. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}
