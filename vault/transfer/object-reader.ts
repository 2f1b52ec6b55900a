import { CryptoError, FLOE } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type ContentKeys, contentAddress } from './content-keys.ts'
import { withRetry } from '../session/retry.ts'
import { VaultError } from '../session/vault-error.ts'

/** No byte for this long while we wait for one: the line is dead, even if nobody said so. A whole download has no limit. */
const STALL_MS = 45_000

/** `buffers`: how many pieces may be in use at once before the first one is overwritten. */
export type ObjectSource = Pick<ContentKeys, 'storagePath' | 'link' | 'purpose'> & {
  buffers: number
  signal: AbortSignal
}

/**
 * Takes exact numbers of bytes from an object, into one of a few buffers in turn. When the line breaks it asks again from the
 * start of the piece on, so that a long download survives a change of network or a restart of the server.
 */
export class ObjectReader {
  readonly #api: VaultApi
  readonly #source: ObjectSource
  readonly #buffers: (ArrayBuffer | undefined)[]
  #reader: ReadableStreamBYOBReader | undefined
  #position = 0
  #turn = 0

  constructor(api: VaultApi, source: ObjectSource) {
    this.#api = api
    this.#source = source
    this.#buffers = Array.from({ length: source.buffers })
  }

  /**
   * @throws {CryptoError} `open_failed` when the object ends before.
   * @throws {VaultError} `offline` after the last try
   */
  async read(length: number): Promise<Uint8Array> {
    const turn = this.#turn
    this.#turn = (turn + 1) % this.#buffers.length
    const piece = await withRetry(this.#source.signal, async () => {
      const reader = (this.#reader ??= await this.#open())
      try {
        return await fill(reader, this.#takeBuffer(turn, length), length)
      } catch (error) {
        if (error instanceof CryptoError) throw error
        await this.cancel()
        throw new VaultError('offline', 'The download was interrupted.', { cause: error })
      }
    })
    this.#position += length
    this.#buffers[turn] = piece.buffer
    return piece
  }

  /** False when there is more than was read. A line that breaks or stalls just here does not matter: all that counts was read. */
  async isAtEnd(): Promise<boolean> {
    if (!this.#reader) return true
    const rest = await withinStallLimit(this.#reader.read(new Uint8Array(1))).catch(() => undefined)
    return !rest?.value?.byteLength
  }

  async cancel(): Promise<void> {
    const reader = this.#reader
    this.#reader = undefined
    // What a stream says when nobody wants it any more is of no interest.
    await reader?.cancel().catch(() => undefined)
  }

  /** A buffer leaves its place while bytes are read into it: a read that breaks off keeps it. */
  #takeBuffer(turn: number, length: number): ArrayBuffer {
    const spare = this.#buffers[turn]
    this.#buffers[turn] = undefined
    return spare && spare.byteLength >= length ? spare : new ArrayBuffer(Math.max(length, FLOE.segmentBytes))
  }

  async #open(): Promise<ReadableStreamBYOBReader> {
    const { path, headers: shown } = contentAddress(this.#source)
    const from = this.#position
    const headers = from === 0 ? shown : { ...shown, range: `bytes=${from}-` }
    const response = await this.#api.fetch(path, { method: 'GET', headers, signal: this.#source.signal })
    const isExpected = response.status === (from === 0 ? 200 : 206)
    if (!response.body || !isExpected) throw new VaultError('unexpected', 'The server did not send what was asked for.')
    return response.body.getReader({ mode: 'byob' })
  }
}

async function fill(
  reader: ReadableStreamBYOBReader,
  from: ArrayBuffer,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = from
  let filled = 0
  while (filled < length) {
    const { value, done } = await withinStallLimit(reader.read(new Uint8Array(buffer, filled, length - filled)))
    if (!value || (done && value.byteLength === 0)) throw new CryptoError('open_failed', 'the object is too short')
    buffer = value.buffer
    filled += value.byteLength
  }
  return new Uint8Array(buffer, 0, length)
}

async function withinStallLimit<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no bytes arrive')), STALL_MS)
  })
  try {
    return await Promise.race([read, stalled])
  } finally {
    clearTimeout(timer)
  }
}
