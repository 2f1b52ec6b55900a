import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { FoundPassage, Passage } from '#contract/copilot/copilot.ts'
import { DIMENSIONS, MODEL } from '../embeddings/minilm.ts'
import { type Embeddings, LATER } from '../embeddings/embeddings.ts'
import { BUILD_FOLDER } from '../http/site-documents.ts'

const FILE = path.join(BUILD_FOLDER, '.passages.json')
/** Likeness below which the documentation says nothing about a question (`bench/copilot`: the least of 100 about the product, the most of 20 about anything else). */
const MIN_LIKENESS = 0.25
/** Weight of title and heading against that of the text, chosen on the questions of `bench/copilot`. */
const NAME_WEIGHT = 0.5

/** What a passage says, and what it is called, as unit vectors. */
type Vectors = { text: Float32Array; name: Float32Array }
type Index = { passages: readonly Passage[]; vectors: readonly Vectors[] }

/** The documentation of this version, found by meaning. Its vectors are computed once and kept in a folder of the data. */
export class Passages {
  readonly #embeddings: Embeddings
  readonly #folder: string
  #index: Promise<Index> | undefined
  #isReady = false

  constructor(embeddings: Embeddings, dataDir: string) {
    this.#embeddings = embeddings
    this.#folder = path.join(dataDir, 'copilot')
  }

  /** Begins to read the documentation, some seconds of a processor. @returns whether that is done */
  prepare(): boolean {
    this.#ready().catch(() => {})
    return this.#isReady
  }

  /**
   * @returns the `most` passages whose meaning is nearest to that of the question, best first, one for each heading
   * @throws {EmbeddingsUnavailableError}, or the reason of `signal`
   */
  async find(question: string, { most, signal }: { most: number; signal?: AbortSignal }): Promise<FoundPassage[]> {
    const index = await this.#ready()
    const [asked] = await this.#embeddings.embed([question], { signal })
    return asked ? rankPassages(index, asked).slice(0, most) : []
  }

  #ready(): Promise<Index> {
    this.#index ??= this.#read()
    // A failed try, such as of a server that stops, is no answer to the next question.
    this.#index.catch(() => (this.#index = undefined))
    return this.#index
  }

  async #read(): Promise<Index> {
    const passages = fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, 'utf8')) as Passage[]) : []
    const texts = passages.flatMap((passage) => [textOf(passage), nameOf(passage)])
    const kept = path.join(this.#folder, `${hashOf(texts)}.f32`)
    let all = readVectors(kept, texts.length)
    if (!all) keepVectors(kept, (all = await this.#embeddings.embed(texts, { priority: LATER })))
    this.#isReady = true
    return { passages, vectors: inPairs(all) }
  }
}

/** One passage of each heading, best first; none where the best says nothing about the question. */
export function rankPassages({ passages, vectors }: Index, asked: Float32Array): FoundPassage[] {
  const scored = passages.map((passage, at) => {
    const text = dot(asked, vectors[at]?.text)
    const name = dot(asked, vectors[at]?.name)
    return { passage, likeness: text, score: text + NAME_WEIGHT * name }
  })
  scored.sort((a, b) => b.score - a.score)
  const addresses = new Set<string>()
  const found = scored.filter(({ passage: { address } }) => !addresses.has(address) && addresses.add(address))
  const isAbout = scored.some(({ likeness }) => likeness >= MIN_LIKENESS)
  return isAbout ? found.map(({ passage, likeness }) => ({ ...passage, likeness: Math.max(0, likeness) })) : []
}

/** Title, heading and text, as they are read for their meaning. */
export const textOf = ({ title, heading, text }: Passage): string => [title, heading, text].filter(Boolean).join('. ')
export const nameOf = ({ title, heading }: Passage): string => [title, heading].filter(Boolean).join(': ')

export const inPairs = (all: readonly Float32Array[]): Vectors[] =>
  Array.from({ length: all.length / 2 }, (_, at) => ({ text: all[at * 2]!, name: all[at * 2 + 1]! }))

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

function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1) sum += (a[at] ?? 0) * (b?.[at] ?? 0)
  return sum
}
