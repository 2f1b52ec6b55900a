import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import type { BlobReader } from '../storage/blobs/blob-store.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

/** The reader of the archive went away, or the export was cancelled. */
export class ExportStopped extends Error {
  override readonly name = 'ExportStopped'
}

/** Writes the entries of an archive one after another, as fast as they are taken, and notes the SHA-256 of each. */
export class ExportWriter {
  readonly #sink: Writable
  readonly #at: Date
  readonly #sums: string[] = []
  bytes = 0

  constructor(sink: Writable, at: Date) {
    this.#sink = sink
    this.#at = at
  }

  get entries(): number {
    return this.#sums.length
  }

  /** @returns the SHA-256 of the content in hex. @throws {ExportStopped} */
  async add(name: string, content: Buffer): Promise<string> {
    await this.#write(tarHeader(name, content.length, this.#at))
    await this.#write(content)
    return this.#close(name, content.length, createHash('sha256').update(content).digest('hex'))
  }

  /** @throws {ExportStopped} */
  async addBlob(name: string, reader: BlobReader): Promise<void> {
    const digest = createHash('sha256')
    await this.#write(tarHeader(name, reader.sizeBytes, this.#at))
    let sent = 0
    const through = new Writable({
      write: (chunk: Buffer, _, taken) => {
        digest.update(chunk)
        sent += chunk.length
        this.#write(chunk).then(() => taken(), taken)
      },
    })
    through.on('error', () => undefined)
    await reader.sendTo(through, { start: 0, end: reader.sizeBytes })
    if (!through.destroyed) await new Promise<void>((resolve) => void through.end(resolve))
    if (sent !== reader.sizeBytes) throw new ExportStopped('a blob ended before its size')
    await this.#close(name, reader.sizeBytes, digest.digest('hex'))
  }

  /** Adds the checksums of everything before them, as `sha256sum --check` reads them. @returns the SHA-256 of that list */
  async addSums(name: string): Promise<string> {
    return this.add(name, Buffer.from(this.#sums.map((line) => `${line}\n`).join('')))
  }

  async end(): Promise<void> {
    await this.#write(TAR_END)
  }

  async #close(name: string, sizeBytes: number, sha256: string): Promise<string> {
    await this.#write(tarPadding(sizeBytes))
    this.#sums.push(`${sha256}  ${name}`)
    return sha256
  }

  async #write(chunk: Buffer): Promise<void> {
    if (this.#sink.destroyed) throw new ExportStopped('the download has ended')
    this.bytes += chunk.length
    if (chunk.length === 0 || this.#sink.write(chunk)) return
    const ended = new AbortController()
    const { signal } = ended
    try {
      await Promise.race([once(this.#sink, 'drain', { signal }), once(this.#sink, 'close', { signal })])
    } finally {
      ended.abort()
    }
    if (this.#sink.destroyed) throw new ExportStopped('the download has ended')
  }
}
