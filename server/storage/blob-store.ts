import type { Readable, Writable } from 'node:stream'

/** Half-open range of bytes: `start` to `end`, `end` not included. */
export type ByteRange = { start: number; end: number }

/**
 * Outcome of one body. `failure` is set when the connection broke off; the bytes counted are durable all the same.
 * `sha256` is the digest of the bytes of this body, only when it was asked for and the body came whole.
 */
export type Written = { sizeBytes: number; sha256: string | undefined; failure: Error | undefined }

/**
 * Where bytes live. Blobs are immutable and named by a random id; nothing is acknowledged before it is durable.
 * The local disk implements it in disk-store.ts; an S3 store fits behind the same type.
 */
export type BlobStore = {
  /**
   * Writes `body` into the staging area of `upload` from byte `offset` on; durable when it resolves.
   * @param limit most bytes the body may hold.
   * @throws {BodyTooLargeError} as soon as the limit is passed.
   */
  write: (
    upload: string,
    offset: number,
    body: Readable,
    options: { limit: number; digest?: boolean },
  ) => Promise<Written>
  /** Makes the staged bytes the immutable blob `blob`: durable when it resolves. Repeating it is harmless. */
  commit: (upload: string, blob: string) => Promise<void>
  /** SHA-256 in hex of the staged bytes, read back from the store off the main thread. */
  digest: (upload: string) => Promise<string>
  /** Drops the staging area of an upload, if there is one. */
  discard: (upload: string) => Promise<void>
  /**
   * Opens a blob for reading.
   * @throws {BlobMissingError}
   */
  open: (blob: string) => Promise<BlobReader>
  /** Removes a blob, if there is one. */
  remove: (blob: string) => Promise<void>
}

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
