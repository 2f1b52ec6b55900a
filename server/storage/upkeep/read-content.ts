import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { BlobMissingError, type BlobStore } from '../blobs/blob-store.ts'
import type { Problem } from './lost-content.ts'
import type { Pace } from './pace.ts'

/** What was stored under an id. `sha256` is empty where it is not known: then the size alone is compared. */
export type Expected = { blob_id: string; size_bytes: string; checksum: string }

export type Reading = { pace?: Pace; signal?: AbortSignal }

/**
 * Reads content and compares it with what was stored. What is wrong at the first reading is read once more, because a memory or a line may
 * fail as well as a disk.
 *
 * @throws {BlobStoreError} when the store does not say; the reason of `signal` when that ended it.
 */
export async function readContent(
  store: BlobStore,
  expected: Expected,
  reading: Reading,
): Promise<Problem | undefined> {
  const first = await readOnce(store, expected, reading)
  return first === undefined ? undefined : readOnce(store, expected, reading)
}

async function readOnce(store: BlobStore, expected: Expected, reading: Reading): Promise<Problem | undefined> {
  reading.signal?.throwIfAborted()
  try {
    const reader = await store.open(expected.blob_id)
    try {
      if (reader.sizeBytes !== Number(expected.size_bytes)) return 'damaged'
      if (expected.checksum === '') return undefined
      const sink = new Digest(reading)
      await reader.sendTo(sink, { start: 0, end: reader.sizeBytes })
      reading.signal?.throwIfAborted()
      return sink.sha256() === expected.checksum ? undefined : 'damaged'
    } finally {
      await reader.close()
    }
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    // The disk cannot read this file; others it may.
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return 'damaged'
    throw error
  }
}

class Digest extends Writable {
  readonly #hash = createHash('sha256')
  readonly #reading: Reading

  constructor(reading: Reading) {
    super()
    this.#reading = reading
    // Who reads into it looks at the signal.
    this.on('error', () => undefined)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#hash.update(chunk)
    void this.#passed(chunk.length, done)
  }

  async #passed(bytes: number, done: (error?: Error | null) => void): Promise<void> {
    const { pace, signal } = this.#reading
    try {
      await pace?.passed(bytes, signal)
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done()
  }

  sha256(): string {
    return this.#hash.digest('hex')
  }
}
