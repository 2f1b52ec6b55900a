import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import { readPrivate, writePrivate } from '../session/private-file.ts'
import { readText, replaceDurably, writeDurably } from './durable-files.ts'

/** So many requests of a log are kept that show two histories, and so many that may. */
const MOST_REFUSED = 100

/** A checkpoint that a log signed, and the witness did not. */
export type RefusedCheckpoint = {
  /** What the log signed: one text is kept once. */
  readonly text: string
  readonly request: string
  /** Whether it shows two histories by itself; another one came without a proof, which the sender may have spoilt. */
  readonly isProof: boolean
}

/** A mirror says more than a witness, so neither may take the key of the other. Keys of witnesses do not say so: the first ones did not. */
const keyShape = z.strictObject({
  name: z.string().min(1),
  seed: z.base64().length(44),
  kind: z.literal('mirror').optional(),
})
export type CosignerKind = 'witness' | 'mirror'

/** What a witness keeps: its key, the last checkpoint that it signed of each log, and requests that it refused for good reasons. */
export class WitnessFiles {
  readonly #folder: string

  readonly #kind: CosignerKind

  constructor(folder: string, kind: CosignerKind = 'witness') {
    this.#folder = folder
    this.#kind = kind
    fs.mkdirSync(path.join(folder, 'logs'), { recursive: true, mode: 0o700 })
    fs.mkdirSync(path.join(folder, 'refused'), { recursive: true, mode: 0o700 })
  }

  /**
   * Two witnesses with one key could sign two histories, each by its own record. The operating system holds the lock and gives it back when the process
   * ends, however it ends: an id in a file says nothing to a process in another container, where it may be anybody's.
   *
   * @returns what lets the next one start.
   * @throws {CommandError} while another process has the folder.
   */
  lock(): () => void {
    const lock = new DatabaseSync(path.join(this.#folder, 'lock'), { timeout: 0 })
    try {
      lock.exec('begin exclusive')
    } catch (error) {
      lock.close()
      if (!isBusy(error)) throw error
      throw new CommandError(`Another ${this.#kind} runs with this folder.`)
    }
    return () => lock.close()
  }

  /** @param name undefined takes the one that the key was made for. @throws {CommandError} */
  key(name: string | undefined): { name: string; seed: Uint8Array } {
    const file = path.join(this.#folder, 'key.json')
    if (!fs.existsSync(file)) {
      if (name === undefined) {
        throw new CommandError(`A new ${this.#kind} needs a name: --name ${this.#kind}.example.com/1`)
      }
      const kind = this.#kind === 'mirror' ? { kind: this.#kind } : {}
      writePrivate(file, { name, seed: randomBytes(32).toString('base64'), ...kind })
    }
    const kept = keyShape.safeParse(readPrivate(file))
    if (!kept.success) throw new CommandError(`${file} cannot be read. Restore it from a backup.`)
    const kind = kept.data.kind ?? 'witness'
    if (kind !== this.#kind) {
      throw new CommandError(`${this.#folder} is the folder of a ${kind}: a ${this.#kind} needs a key of its own.`)
    }
    if (name !== undefined && name !== kept.data.name) {
      throw new CommandError(`This ${kind} is named ${kept.data.name}: its name is part of its key.`)
    }
    return { name: kept.data.name, seed: Buffer.from(kept.data.seed, 'base64') }
  }

  /** The note that was signed last, with the signature of the witness. */
  lastNote(origin: string): string | undefined {
    return readText(this.#logFile(hashOf(origin)))
  }

  noteByHash(hash: string): string | undefined {
    return readText(this.#logFile(hash))
  }

  /** On disk when it returns. A crash leaves the one before. */
  keepNote(origin: string, note: string): void {
    replaceDurably(this.#logFile(hashOf(origin)), note)
  }

  /** @returns where it is kept from now on; `known` when it was before, `full` when there are many already. */
  keepRefused(origin: string, { text, request, isProof }: RefusedCheckpoint): { file: string } | 'known' | 'full' {
    const file = this.#refusedFile(origin, text, isProof)
    if (fs.existsSync(file)) return 'known'
    const ofLog = fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith(shortHashOf(origin)))
    const alike = ofLog.filter((name) => name.includes(UNEXPLAINED) !== isProof)
    if (alike.length >= MOST_REFUSED) return 'full'
    writeDurably(file, request)
    return { file }
  }

  /** The log continues to this checkpoint after all. */
  forgetRefused(origin: string, text: string): void {
    fs.rmSync(this.#refusedFile(origin, text, false), { force: true })
  }

  /** What shows two histories, and what may, never take each other's room. */
  #refusedFile(origin: string, text: string, isProof: boolean): string {
    const name = `${shortHashOf(origin)}-${isProof ? '' : UNEXPLAINED}${shortHashOf(text)}.txt`
    return path.join(this.#folder, 'refused', name)
  }

  #logFile(hash: string): string {
    return path.join(this.#folder, 'logs', `${hash}.checkpoint`)
  }
}

const UNEXPLAINED = 'unexplained-'

/** Under this name a witness shows what it signed. @see c2sp.org/tlog-witness */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const shortHashOf = (text: string): string => hashOf(text).slice(0, 16)

const SQLITE_BUSY = 5
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
