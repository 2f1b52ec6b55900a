import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** What a place holds of a file, as it was written. */
export type Stored = { bytes: number; sha256: string }

/** Counts and hashes what passes. */
export class Counter extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** Once all has passed. */
  stored(): Stored {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
