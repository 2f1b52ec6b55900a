import type { Readable } from 'node:stream'
import type { ByteRange, WriteClaim } from '../blobs/blob-store.ts'

/** One request that writes into an upload. */
export type UploadWriter = {
  readonly claim: WriteClaim
  /** A newer request, or a cancellation, ended this one. */
  isStopped: boolean
  /** To be called when neither bytes nor rows of this writer can follow. */
  release: () => void
}
type Entry = UploadWriter & { body: Readable; ended: Promise<void> }

/**
 * Who writes where in the uploads of this process. One writer per byte: a client that tries again does so because its earlier
 * connection is of no use, so the newer request takes over, and the older one is at rest before the newer writes.
 * A file sealed twice differs in every byte; two sealings in one part could not be opened.
 */
export class UploadWriters {
  readonly #byUpload = new Map<string, Set<Entry>>()

  /**
   * Claims a stretch of an upload; resolves when no older request writes there any more.
   *
   * @param range what the body announces. Without an announced length it is `isOpenEnded`: the claim then ends where
   *              somebody else's begins, so that runs of parts can be streamed side by side.
   */
  async take(upload: string, body: Readable, range: ByteRange & { isOpenEnded: boolean }): Promise<UploadWriter> {
    const entries = this.#byUpload.get(upload) ?? new Set<Entry>()
    this.#byUpload.set(upload, entries)
    const claim = { start: range.start, end: range.end, reached: range.start }
    const inTheWay = [...entries].filter((older) => !this.#makesRoom(older, claim, range.isOpenEnded))
    const entry = this.#enter(upload, entries, { claim, body })
    await stopAll(inTheWay)
    return entry
  }

  /** Stops every writer of an upload; resolves when all are at rest. */
  async stop(upload: string): Promise<void> {
    await stopAll([...(this.#byUpload.get(upload) ?? [])])
  }

  /**
   * Keeps newcomers waiting until `writer` is released, wherever they want to write.
   * @returns false when others are writing already.
   */
  claimAll(upload: string, { claim }: UploadWriter): boolean {
    const others = [...(this.#byUpload.get(upload) ?? [])].filter((other) => other.claim !== claim)
    if (others.length > 0) return false
    Object.assign(claim, { start: 0, end: Infinity, reached: Infinity })
    return true
  }

  /** Tries to let both continue, on either side of a border. @returns false when the older one is in the way. */
  #makesRoom(older: Entry, claim: WriteClaim, isOpenEnded: boolean): boolean {
    if (older.claim.end <= claim.start || older.claim.start >= claim.end) return true
    if (older.claim.start < claim.start && older.claim.reached <= claim.start) {
      older.claim.end = claim.start
      return true
    }
    if (isOpenEnded && older.claim.start > claim.start) {
      claim.end = Math.min(claim.end, older.claim.start)
      return true
    }
    return false
  }

  #enter(upload: string, entries: Set<Entry>, { claim, body }: Pick<Entry, 'claim' | 'body'>): Entry {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const entry: Entry = {
      claim,
      body,
      ended,
      isStopped: false,
      release: () => {
        entries.delete(entry)
        if (entries.size === 0 && this.#byUpload.get(upload) === entries) this.#byUpload.delete(upload)
        resolve()
      },
    }
    entries.add(entry)
    return entry
  }
}

async function stopAll(entries: Entry[]): Promise<void> {
  for (const entry of entries) {
    entry.isStopped = true
    entry.body.destroy()
  }
  await Promise.all(entries.map((entry) => entry.ended))
}
