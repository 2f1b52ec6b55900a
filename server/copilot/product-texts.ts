import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { COPILOT_LIMITS, type CopilotState, type FoundPassage, type FoundPlace } from '#contract/copilot/copilot.ts'
import { DIMENSIONS, MODEL } from '../embeddings/minilm.ts'
import { type Embeddings, type EmbedOptions, LATER } from '../embeddings/embeddings.ts'
import { nameOf, type PassageIndex, rankPassages, textOf } from './passages.ts'
import { phrasesOf, type PlaceIndex, rankPlaces } from './places.ts'
import { readTexts, type Texts, TEXTS_FILE, TextsUnavailableError } from './read-texts.ts'
import { shortlist } from './shortlist.ts'

type Index = { passages: PassageIndex; places: PlaceIndex }
/** Texts that fit a question, best first. */
export type Found = { passages: FoundPassage[]; places: FoundPlace[] }

type Parts = {
  embeddings: Pick<Embeddings, 'embed'>
  dataDir: string
  log: { error: (context: object, message: string) => void }
  /** Tests have one of their own. */
  file?: string
}

/** Texts between two looks at who asks: those of a question come first. */
const TEXTS_AT_ONCE = 16

/**
 * The documentation and the places of this version, found by meaning. Their vectors are computed once and kept in a folder of the data. Until all of them
 * are there, some seconds of a quiet processor and minutes of a busy one, a question has those read first that share words with it.
 */
export class ProductTexts {
  readonly #parts: Parts
  readonly #folder: string
  readonly #known = new Map<string, Float32Array>()
  #read: Promise<Index> | undefined
  #whole: Index | undefined
  #problem: string | null = null
  /** Whether the engine answered when it was last asked; texts that are kept from before say nothing of it. */
  #isAnswering = false
  #look: Promise<unknown> | undefined
  #isLogged = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#folder = path.join(parts.dataDir, 'copilot')
  }

  /** Begins to read the texts. @returns whether the embeddings answered when they were last asked, so that questions are, or why they cannot be */
  prepare(): CopilotState {
    this.#ready().catch(() => {})
    if (!this.#isAnswering) this.#lookAgain()
    return { isActive: this.#known.size > 0 && this.#isAnswering, problem: this.#problem }
  }

  /** Asks the engine for one word, where nothing else asks it: it may have started again. */
  #lookAgain(): void {
    if (this.#look !== undefined) return
    this.#look = this.#embed(['files'], {})
      .catch(() => undefined)
      .finally(() => (this.#look = undefined))
  }

  async #embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    try {
      const vectors = await this.#parts.embeddings.embed(texts, options)
      this.#isAnswering = true
      return vectors
    } catch (error) {
      // A reader who left says nothing of the engine.
      if (!options.signal?.aborted) this.#isAnswering = false
      throw error
    }
  }

  /**
   * @returns the passages, one for each heading, and the places whose meaning is nearest to that of the question
   * @throws {EmbeddingsUnavailableError}, {TextsUnavailableError}, or the reason of `signal`
   */
  async find(question: string, signal?: AbortSignal): Promise<Found> {
    const all = this.#ready()
    if (!this.#whole) {
      const found = await this.#findAmongFew(question, signal)
      // Nothing found among a few says nothing of the others.
      if (found.passages.length > 0) return found
    }
    const index = await abortable(all, signal)
    const [asked] = await this.#embed([question], { signal })
    return asked ? foundIn(index, asked) : { passages: [], places: [] }
  }

  async #findAmongFew(question: string, signal: AbortSignal | undefined): Promise<Found> {
    const texts = this.#texts()
    const near = shortlist(question, texts)
    const isKnown = (all: readonly string[]) => all.every((text) => this.#known.has(text))
    const passages = texts.passages.filter((one) => near.passages.has(one) || isKnown([textOf(one), nameOf(one)]))
    const places = texts.places.filter((one) => near.places.has(one) || isKnown(phrasesOf(one)))
    const needed = textsOf({ passages, places }).filter((text) => !this.#known.has(text))
    const [asked, ...made] = await this.#embed([question, ...needed], { signal })
    for (const [at, text] of needed.entries()) if (made[at]) this.#known.set(text, made[at])
    return asked ? foundIn(this.#indexOf({ passages, places }), asked) : { passages: [], places: [] }
  }

  #ready(): Promise<Index> {
    this.#read ??= this.#readAll()
    // A failed try, such as of a server that stops, is no answer to the next question.
    this.#read.catch(() => (this.#read = undefined))
    return this.#read
  }

  async #readAll(): Promise<Index> {
    const texts = this.#texts()
    const all = textsOf(texts)
    const kept = path.join(this.#folder, `${hashOf(all)}.f32`)
    const before = readVectors(kept, all.length)
    for (const [at, vector] of (before ?? []).entries()) this.#known.set(all[at] ?? '', vector)
    // Short texts first: places, and names of passages.
    const missing = [...new Set(all)].filter((text) => !this.#known.has(text)).toSorted((a, b) => a.length - b.length)
    for (let from = 0; from < missing.length; from += TEXTS_AT_ONCE) {
      const some = missing.slice(from, from + TEXTS_AT_ONCE).filter((text) => !this.#known.has(text))
      const made = await this.#embed(some, { priority: LATER })
      for (const [at, text] of some.entries()) if (made[at]) this.#known.set(text, made[at])
    }
    if (!before)
      keepVectors(
        kept,
        all.map((text) => this.#vectorOf(text)),
      )
    return (this.#whole = this.#indexOf(texts))
  }

  #indexOf({ passages, places }: Texts): Index {
    const vectors = passages.map((passage) => ({
      text: this.#vectorOf(textOf(passage)),
      name: this.#vectorOf(nameOf(passage)),
    }))
    const ofPlaces = places.map((place) => phrasesOf(place).map((phrase) => this.#vectorOf(phrase)))
    return { passages: { passages, vectors }, places: { places, vectors: ofPlaces } }
  }

  #vectorOf(text: string): Float32Array {
    const vector = this.#known.get(text)
    if (!vector) throw new Error('a text was not read')
    return vector
  }

  #texts(): Texts {
    const { file = TEXTS_FILE, log } = this.#parts
    try {
      const texts = readTexts(file)
      this.#problem = null
      return texts
    } catch (err) {
      if (err instanceof TextsUnavailableError) this.#problem = err.message
      // Every page asks again; one line is enough.
      if (!this.#isLogged) log.error({ err }, 'the copilot has no texts: run npm run build')
      this.#isLogged = true
      throw err
    }
  }
}

/** All that is read, in the order in which it is kept. */
const textsOf = ({ passages, places }: Texts): string[] => [
  ...passages.flatMap((passage) => [textOf(passage), nameOf(passage)]),
  ...places.flatMap(phrasesOf),
]

const foundIn = ({ passages, places }: Index, asked: Float32Array): Found => ({
  passages: rankPassages(passages, asked).slice(0, COPILOT_LIMITS.passages),
  // All that are near: cut here, a person with few rights would see fewer than there are for them.
  places: rankPlaces(places, asked),
})

/** Waits no longer than `signal` says; what is waited for continues. @throws the reason of `signal` */
async function abortable<Result>(waiting: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return waiting
  signal.throwIfAborted()
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'))
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([waiting, left.promise]).finally(() => signal.removeEventListener('abort', leave))
}

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([MODEL, texts]))
    .digest('base64url')

const BYTES = Float32Array.BYTES_PER_ELEMENT

function readVectors(file: string, count: number): Float32Array[] | undefined {
  if (!fs.existsSync(file)) return undefined
  const bytes = fs.readFileSync(file)
  if (bytes.length !== count * DIMENSIONS * BYTES) return undefined
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  return Array.from({ length: count }, (_, at) => all.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS))
}

/** Vectors of the version before are of no use any longer. */
function keepVectors(file: string, vectors: readonly Float32Array[]): void {
  fs.rmSync(path.dirname(file), { recursive: true, force: true })
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const partial = `${file}.partial`
  fs.writeFileSync(
    partial,
    Buffer.concat(vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
  )
  fs.renameSync(partial, file)
}
