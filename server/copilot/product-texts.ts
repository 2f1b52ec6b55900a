import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { COPILOT_LIMITS, type CopilotState, type FoundPassage, type FoundPlace } from '#contract/copilot/copilot.ts'
import { DIMENSIONS, MODEL } from '../embeddings/minilm.ts'
import { type Embeddings, LATER } from '../embeddings/embeddings.ts'
import { inPairs, nameOf, type PassageIndex, rankPassages, textOf } from './passages.ts'
import { perPlace, phrasesOf, type PlaceIndex, rankPlaces } from './places.ts'
import { readTexts, type Texts, TEXTS_FILE, TextsUnavailableError } from './read-texts.ts'

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

/** The documentation and the places of this version, found by meaning. Their vectors are computed once and kept in a folder of the data. */
export class ProductTexts {
  readonly #parts: Parts
  readonly #folder: string
  #index: Promise<Index> | undefined
  #isReady = false
  #problem: string | null = null
  #isLogged = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#folder = path.join(parts.dataDir, 'copilot')
  }

  /** Begins to read the texts, some seconds of a processor. @returns whether that is done, or why it cannot be */
  prepare(): CopilotState {
    this.#ready().catch(() => {})
    return { isActive: this.#isReady, problem: this.#problem }
  }

  /**
   * @returns the passages, one for each heading, and the places whose meaning is nearest to that of the question
   * @throws {EmbeddingsUnavailableError}, {TextsUnavailableError}, or the reason of `signal`
   */
  async find(question: string, signal?: AbortSignal): Promise<Found> {
    const index = await this.#ready()
    const [asked] = await this.#parts.embeddings.embed([question], { signal })
    if (!asked) return { passages: [], places: [] }
    return {
      passages: rankPassages(index.passages, asked).slice(0, COPILOT_LIMITS.passages),
      // All that are near: cut here, a person with few rights would see fewer than there are for them.
      places: rankPlaces(index.places, asked),
    }
  }

  #ready(): Promise<Index> {
    this.#index ??= this.#read()
    // A failed try, such as of a server that stops, is no answer to the next question.
    this.#index.catch(() => (this.#index = undefined))
    return this.#index
  }

  async #read(): Promise<Index> {
    const { passages, places } = this.#texts()
    const ofPassages = passages.flatMap((passage) => [textOf(passage), nameOf(passage)])
    const texts = [...ofPassages, ...places.flatMap(phrasesOf)]
    const kept = path.join(this.#folder, `${hashOf(texts)}.f32`)
    let all = readVectors(kept, texts.length)
    if (!all) keepVectors(kept, (all = await this.#parts.embeddings.embed(texts, { priority: LATER })))
    this.#isReady = true
    return {
      passages: { passages, vectors: inPairs(all.slice(0, ofPassages.length)) },
      places: { places, vectors: perPlace(places, all.slice(ofPassages.length)) },
    }
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
