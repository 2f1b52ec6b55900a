import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fromBase64, toBase64 } from '#ledger/notes/base64.ts'
import type { SignedHead } from './checkpoints.ts'

const text = z.record(z.string(), z.strictObject({ size: z.int().nonnegative(), root: z.string() }))

/**
 * What was signed last, in a file beside the database: a backup that is put back has logs which end before it.
 */
export class HeadsFile {
  readonly #file: string

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'ledger-heads.json')
  }

  /** @throws {Error} when the file is there and cannot be read: what it holds is how a restored backup is recognised. */
  async read(): Promise<readonly SignedHead[]> {
    return [...(await this.#load()).values()]
  }

  /** Written in one step, so that no crash leaves half of it. */
  async save(heads: readonly SignedHead[]): Promise<void> {
    const all = await this.#load()
    for (const head of heads) all.set(head.origin, head)
    await this.#write(all)
  }

  /** Forgets logs that ended. */
  async forget(heads: readonly SignedHead[]): Promise<void> {
    const all = await this.#load()
    for (const { origin } of heads) all.delete(origin)
    await this.#write(all)
  }

  async #write(all: ReadonlyMap<string, SignedHead>): Promise<void> {
    const content = Object.fromEntries(
      [...all].map(([origin, { size, root }]) => [origin, { size, root: toBase64(root) }]),
    )
    const draft = `${this.#file}.${process.pid}`
    await fs.writeFile(draft, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, flush: true })
    await fs.rename(draft, this.#file)
  }

  async #load(): Promise<Map<string, SignedHead>> {
    // Each time from the file: the command that begins new logs writes it as well.
    return new Map(
      Object.entries(text.parse(JSON.parse(await this.#content()))).map(([origin, { size, root }]) => [
        origin,
        { origin, size, root: fromBase64(root) },
      ]),
    )
  }

  async #content(): Promise<string> {
    try {
      return await fs.readFile(this.#file, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
      throw error
    }
  }
}
