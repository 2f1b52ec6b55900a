import { type Hash, createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  BodyStalledError,
  BodyTooLargeError,
  type ByteRange,
  ClaimLostError,
  type WriteOptions,
  type Written,
} from './blob-store.ts'
import { type FollowingDigest, followFile } from './digest-thread.ts'
import { watchIdle } from '../uploads/watch-idle.ts'

// Smaller batches cost more system calls, larger ones more memory for each upload. See bench/vault/b05-sink.ts.
const BATCH_BYTES = 1 << 20
/** A larger body is hashed on another thread while it arrives; below, handing over would cost more than it saves. */
const FOLLOW_FROM_BYTES = 4 << 20

/**
 * Writes a request body from `offset` on with one vectored write in flight while the next batch is read, then syncs.
 *
 * A body that breaks off is not an error here: what arrived is synced and counted, so that an upload can resume.
 * @throws {BodyTooLargeError} when the body passes `limit`. @throws {Error} with a `code` when the disk refuses.
 */
export function writeBody(file: FileHandle, offset: number, body: Readable, options: WriteOptions): Promise<Written> {
  return new BodyWriter(file, offset, body, options).run()
}

type Piece = { position: number; bytes: Buffer }

class BodyWriter {
  readonly #file: FileHandle
  readonly #offset: number
  readonly #body: Readable
  readonly #options: WriteOptions
  #hash: Hash | undefined
  #following: FollowingDigest | undefined
  #received = 0
  /** Bytes of the body that were handed to the system. */
  #flushed = 0
  #batch: Piece[] = []
  #batchBytes = 0
  #inFlight: Promise<void> | undefined

  constructor(file: FileHandle, offset: number, body: Readable, options: WriteOptions) {
    this.#file = file
    this.#offset = offset
    this.#body = body
    this.#options = options
    this.#hash = options.digest ? createHash('sha256') : undefined
  }

  async run(): Promise<Written> {
    try {
      const failure = await this.#receive()
      const [sha256] = await Promise.all([failure ? undefined : this.#sha256(), this.#file.datasync()])
      return { sizeBytes: this.#received, sha256, failure }
    } finally {
      this.#following?.drop()
      // The file is closed next: no write may still be on its way to it.
      await this.#inFlight
    }
  }

  async #sha256(): Promise<string | undefined> {
    return this.#following ? this.#following.finish(this.#received) : this.#hash?.digest('hex')
  }

  /** Resolves when the body is over and all of it was written; with the reason when it did not come whole. */
  #receive(): Promise<Error | undefined> {
    const body = this.#body
    return new Promise((resolve, reject) => {
      let isEnded = false
      let hasFailed = false
      let broken: Error | undefined

      const flush = (): void => {
        const batch = this.#batch
        const size = this.#batchBytes
        this.#batch = []
        this.#batchBytes = 0
        this.#inFlight = writePieces(this.#file, batch).then(() => written(size), fail)
      }
      const written = (bytes: number): void => {
        this.#flushed += bytes
        this.#following?.advance(this.#flushed)
        advance()
      }
      const advance = (): void => {
        this.#inFlight = undefined
        if (hasFailed) return
        if (this.#batchBytes >= BATCH_BYTES || (isEnded && this.#batchBytes > 0)) flush()
        else if (isEnded) resolve(broken)
        if (!isEnded && body.isPaused()) body.resume()
      }
      const end = (error?: Error): void => {
        if (isEnded) return
        isEnded = true
        broken = error
        stopListening()
        if (!this.#inFlight) advance()
      }
      const fail = (error: Error): void => {
        hasFailed = true
        isEnded = true
        stopListening()
        body.pause()
        reject(error)
      }
      const take = (chunk: Buffer): void => {
        if (this.#received + chunk.length > this.#options.limit)
          return fail(new BodyTooLargeError(`more than ${this.#options.limit} bytes`))
        if (!this.#take(chunk)) {
          body.pause()
          return end(new ClaimLostError('a newer request sends the rest'))
        }
        if (!this.#inFlight && this.#batchBytes >= BATCH_BYTES) flush()
        else if (this.#batchBytes >= 2 * BATCH_BYTES) body.pause()
      }
      const ended = (): void => end()
      const closed = (): void => end(new Error('the connection closed early'))
      const stopWatching = watchIdle(body, this.#options.idleMs, () =>
        end(new BodyStalledError(`no byte for ${this.#options.idleMs} ms`)),
      )
      const stopListening = (): void => {
        stopWatching()
        body.off('data', take).off('end', ended).off('close', closed)
      }
      // It stays: an error nobody listens to would end the process.
      body.on('error', end)
      body.on('data', take).once('end', ended).once('close', closed)
      // Gone while permissions were asked: its events will not come again.
      if (body.destroyed) closed()
    })
  }

  /** Queues a chunk for the disk. @returns false when it lies behind the claim. */
  #take(chunk: Buffer): boolean {
    const { claim, keep } = this.#options
    const position = this.#offset + this.#received
    const wanted = claim ? chunk.subarray(0, Math.max(0, claim.end - position)) : chunk
    this.#received += wanted.length
    if (claim) claim.reached = position + wanted.length
    this.#digest(wanted)
    for (const piece of piecesOutside(wanted, position, keep ?? [])) {
      this.#batch.push(piece)
      this.#batchBytes += piece.bytes.length
    }
    return wanted.length === chunk.length
  }

  // Asked for only when the body is the whole file, so what is written is what is hashed.
  #digest(bytes: Buffer): void {
    if (!this.#hash) return
    if (this.#received <= FOLLOW_FROM_BYTES) return void this.#hash.update(bytes)
    this.#hash = undefined
    this.#following = followFile(this.#file.fd)
  }
}

/** Cuts out of `bytes`, which begin at `position`, what lies in a range that is kept. */
function piecesOutside(bytes: Buffer, position: number, keep: readonly ByteRange[]): Piece[] {
  let pieces: Piece[] = bytes.length ? [{ position, bytes }] : []
  for (const { start, end } of keep) {
    if (start >= position + bytes.length || end <= position) continue
    pieces = pieces.flatMap((piece) => {
      const before = piece.bytes.subarray(0, Math.max(0, start - piece.position))
      const after = piece.bytes.subarray(Math.max(0, end - piece.position))
      const afterPosition = piece.position + piece.bytes.length - after.length
      return [
        { position: piece.position, bytes: before },
        { position: afterPosition, bytes: after },
      ].filter((rest) => rest.bytes.length > 0)
    })
  }
  return pieces
}

/** One vectored write for each run of pieces that lie side by side. */
async function writePieces(file: FileHandle, pieces: Piece[]): Promise<void> {
  for (let first = 0; first < pieces.length;) {
    const start = pieces[first]?.position ?? 0
    let end = start
    let next = first
    for (; pieces[next]?.position === end; next++) end += pieces[next]?.bytes.length ?? 0
    await writeAll(
      file,
      pieces.slice(first, next).map((piece) => piece.bytes),
      end - start,
      start,
    )
    first = next
  }
}

// writev may write less than asked, on a nearly full disk for example; the rest is written, or fails with ENOSPC.
async function writeAll(file: FileHandle, chunks: Buffer[], size: number, position: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, position)
  if (bytesWritten === size) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  let done = 0
  while (done < rest.length) {
    const more = await file.write(rest, done, rest.length - done, position + bytesWritten + done)
    done += more.bytesWritten
  }
}
