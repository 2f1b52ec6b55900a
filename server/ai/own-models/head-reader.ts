import type { FileHandle } from 'node:fs/promises'
import { GgufError } from './gguf-error.ts'

/** Between two blocks other requests have their turn. */
const BLOCK_BYTES = 256 * 1024
/** Vocabularies and their merges take up to 20 MB in models of today. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024
const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** Reads the head of a file from front to back, a block at a time. What would lead behind its end is `truncated`. */
export class HeadReader {
  readonly #file: Pick<FileHandle, 'read'>
  readonly #sizeBytes: number
  #block = Buffer.alloc(0)
  #blockAt = 0
  #position = 0

  constructor(file: Pick<FileHandle, 'read'>, sizeBytes: number) {
    this.#file = file
    this.#sizeBytes = sizeBytes
  }

  get position(): number {
    return this.#position
  }

  /** A number of one or two bytes. */
  async small(bytes: number): Promise<number> {
    return (await this.#take(bytes)).readUIntLE(0, bytes)
  }

  async u32(): Promise<number> {
    return (await this.#take(4)).readUInt32LE()
  }

  /** A number of eight bytes that is `most` at most. @throws {GgufError} `damaged` */
  async count(most: number): Promise<number> {
    const value = (await this.#take(8)).readBigUInt64LE()
    if (value > BigInt(most)) throw new GgufError('damaged')
    return Number(value)
  }

  async text(bytes: number): Promise<string> {
    return (await this.#take(bytes)).toString('utf8')
  }

  async sizedText(mostBytes: number): Promise<string> {
    return this.text(await this.count(mostBytes))
  }

  async skipSized(mostBytes = MAX_TEXT_BYTES): Promise<void> {
    await this.skip(await this.count(mostBytes))
  }

  async skip(bytes: number): Promise<void> {
    this.#position += bytes
    this.#requireInside(0)
  }

  async #take(bytes: number): Promise<Buffer> {
    this.#requireInside(bytes)
    if (this.#position < this.#blockAt || this.#position + bytes > this.#blockAt + this.#block.length)
      await this.#read(bytes)
    const from = this.#position - this.#blockAt
    this.#position += bytes
    return this.#block.subarray(from, from + bytes)
  }

  #requireInside(bytes: number): void {
    const end = this.#position + bytes
    if (end > this.#sizeBytes) throw new GgufError('truncated')
    if (end > MAX_HEAD_BYTES) throw new GgufError('damaged')
  }

  async #read(bytes: number): Promise<void> {
    const block = Buffer.allocUnsafe(Math.max(bytes, Math.min(BLOCK_BYTES, this.#sizeBytes - this.#position)))
    let filled = 0
    while (filled < block.length) {
      const { bytesRead } = await this.#file.read(block, filled, block.length - filled, this.#position + filled)
      if (bytesRead === 0) throw new GgufError('truncated')
      filled += bytesRead
    }
    this.#block = block
    this.#blockAt = this.#position
  }
}
