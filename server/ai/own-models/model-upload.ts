import { createHash } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import { readGguf, type GgufFacts } from './gguf.ts'
import { GgufError } from './gguf-error.ts'

const MAGIC = Buffer.from('GGUF')

/** A file on its way, in pieces one behind the other. */
export class ModelUpload {
  readonly person: string
  readonly sizeBytes: number
  readonly #path: string
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')
  #received = 0
  #isBusy = false
  #isEnding = false

  private constructor(
    file: FileHandle,
    { path, person, sizeBytes }: { path: string; person: string; sizeBytes: number },
  ) {
    this.#file = file
    this.#path = path
    this.person = person
    this.sizeBytes = sizeBytes
  }

  static async begin(given: { path: string; person: string; sizeBytes: number }): Promise<ModelUpload> {
    return new ModelUpload(await fs.open(given.path, 'wx+', 0o600), given)
  }

  get received(): number {
    return this.#received
  }

  /** Whether a piece fits behind what is there. Anything else is for who sends it to put right. */
  fits(offset: number, bytes: number): boolean {
    return (
      !this.#isBusy && !this.#isEnding && offset === this.#received && bytes > 0 && offset + bytes <= this.sizeBytes
    )
  }

  /** @throws {GgufError} where already the first letters are those of another kind of file */
  async add(piece: Buffer): Promise<void> {
    if (this.#received === 0 && !piece.subarray(0, MAGIC.length).equals(MAGIC)) throw new GgufError('no_gguf')
    this.#isBusy = true
    try {
      for (let at = 0; at < piece.length;) {
        const { bytesWritten } = await this.#file.write(piece, at, piece.length - at, this.#received + at)
        at += bytesWritten
      }
      this.#hash.update(piece)
      this.#received += piece.length
    } finally {
      this.#isBusy = false
    }
  }

  /** Returns whether the caller is the one that ends it: nobody did before, and no piece is on its way. */
  claimEnd(): boolean {
    if (this.#isBusy || this.#isEnding) return false
    this.#isEnding = true
    return true
  }

  /** Looks at what came, and moves it to where models are. @throws {GgufError} */
  async end(target: string): Promise<GgufFacts & { sha256: string }> {
    if (this.#received !== this.sizeBytes) throw new GgufError('truncated')
    const facts = await readGguf(this.#file, this.sizeBytes)
    await this.#file.sync()
    await this.#file.close()
    await fs.rename(this.#path, target)
    return { ...facts, sha256: this.#hash.digest('hex') }
  }

  async drop(): Promise<void> {
    await this.#file.close().catch((error: unknown) => {
      // Closed where its end failed on the way.
      if ((error as NodeJS.ErrnoException).code !== 'EBADF') throw error
    })
    await fs.rm(this.#path, { force: true })
  }
}
