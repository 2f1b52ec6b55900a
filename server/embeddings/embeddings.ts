import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { DamagedEngineError, EmbeddingQueue } from './embedding-queue.ts'
import { ENGINE_FOLDER, isInstalled, MODEL } from './minilm.ts'
import { keepVectors, readVectors } from './vectors.sql.ts'

export { ServerStopsError } from './embedding-queue.ts'

/** `damaged`: a file is not the one that was tried, and is not used. */
export type EmbeddingsState = 'ready' | 'not installed' | 'damaged'

/** Priority of long jobs: a question that somebody waits for comes first. */
export const LATER = 10
/** Characters of a text that are read; the model takes 256 tokens, which are fewer. */
const MAX_CHARACTERS = 4000

const PROBLEMS: Readonly<Record<Exclude<EmbeddingsState, 'ready'>, string>> = {
  'not installed': 'Embeddings are not installed: run npm run studio',
  damaged: 'The files of the embeddings are not those that were tried: run npm run studio',
}

/** There are no embeddings on this server; the message says what to do. */
export class EmbeddingsUnavailableError extends Error {
  override readonly name = 'EmbeddingsUnavailableError'
  readonly state: Exclude<EmbeddingsState, 'ready'>

  constructor(state: Exclude<EmbeddingsState, 'ready'>, options?: ErrorOptions) {
    super(PROBLEMS[state], options)
    this.state = state
  }
}

export type EmbedOptions = {
  signal?: AbortSignal | undefined
  /** Smaller ones run first; 0 is the usual one, `LATER` that of long jobs. */
  priority?: number | undefined
  /** Organisation whose vectors are kept and looked up; without one nothing is kept. None is shared with another organisation. */
  tenant?: string | undefined
}

/** Meanings of texts as vectors, by all-MiniLM-L6-v2 in a thread of this process. English; other languages are read as well as their words are known. */
export class Embeddings {
  readonly #database: Database
  readonly #folder: string
  readonly #queue: EmbeddingQueue
  #isDamaged = false

  constructor(database: Database, folder = ENGINE_FOLDER) {
    this.#database = database
    this.#folder = folder
    this.#queue = new EmbeddingQueue({ folder, onDamage: () => void (this.#isDamaged = true) })
  }

  state(): EmbeddingsState {
    if (this.#isDamaged) return 'damaged'
    return isInstalled(this.#folder) ? 'ready' : 'not installed'
  }

  /**
   * @returns a unit vector of 384 numbers for each text, in their order
   * @throws {EmbeddingsUnavailableError}, or the reason of `signal`
   */
  async embed(texts: readonly string[], { signal, priority = 0, tenant }: EmbedOptions = {}): Promise<Float32Array[]> {
    const state = this.state()
    if (state !== 'ready') throw new EmbeddingsUnavailableError(state)
    const asked = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed())
    const keys = asked.map(keyOf)
    const known = tenant === undefined ? new Map<string, Float32Array>() : await this.#known(tenant, keys)
    const missing = new Map<string, string>()
    for (const [at, key] of keys.entries()) if (!known.has(key)) missing.set(key, asked[at] ?? '')
    const made = await this.#make([...missing.values()], priority, signal)
    for (const [at, key] of [...missing.keys()].entries()) known.set(key, made[at] ?? missingVector())
    if (tenant !== undefined) await this.#keep(tenant, known)
    return keys.map((key) => known.get(key) ?? missingVector())
  }

  /** Whether anybody was answered in the last milliseconds that are given, with no failure since. */
  hasAnsweredWithin(milliseconds: number): boolean {
    return this.#queue.hasAnsweredWithin(milliseconds)
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.#queue.stop()
  }

  async #make(texts: string[], priority: number, signal: AbortSignal | undefined): Promise<Float32Array[]> {
    try {
      return await this.#queue.embed(texts, priority, signal)
    } catch (cause) {
      if (cause instanceof DamagedEngineError) throw new EmbeddingsUnavailableError('damaged', { cause })
      throw cause
    }
  }

  async #known(tenant: string, keys: readonly string[]): Promise<Map<string, Float32Array>> {
    return readVectors(this.#database, tenant, [...new Set(keys)].map(bytesOf))
  }

  async #keep(tenant: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const kept = [...vectors].map(([key, vector]) => ({ key: bytesOf(key), vector }))
    if (kept.length > 0) await keepVectors(this.#database, tenant, kept)
  }
}

const ofProcess = new WeakMap<Database, Embeddings>()

/** The embeddings of this process: one thread for all who ask. */
export function embeddingsOf(database: Database): Embeddings {
  const found = ofProcess.get(database) ?? new Embeddings(database)
  ofProcess.set(database, found)
  return found
}

/** SHA-256 of the model and a text, in hex. */
const keyOf = (text: string): string => createHash('sha256').update(`${MODEL}\0${text}`).digest('hex')
const bytesOf = (key: string): Buffer => Buffer.from(key, 'hex')

function missingVector(): never {
  throw new Error('a vector is missing')
}
