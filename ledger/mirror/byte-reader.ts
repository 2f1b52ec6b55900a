import { concat } from '#crypto/bytes.ts'

/** Takes bytes off what arrives in pieces, and holds no more of it than was asked for and the piece that it came in. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** @returns undefined when fewer arrived: they are gone then. */
  async take(count: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = []
    let length = 0
    while (length < count) {
      if (this.#held.length === 0) {
        const next = await this.#pieces.next()
        if (next.done) return undefined
        this.#held = next.value
      }
      const part = this.#held.subarray(0, count - length)
      this.#held = this.#held.subarray(part.length)
      parts.push(part)
      length += part.length
    }
    return concat(...parts)
  }
}
