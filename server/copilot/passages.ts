import type { FoundPassage, Passage } from '#contract/copilot/copilot.ts'
import { DIMENSIONS } from '../embeddings/minilm.ts'

/** Likeness below which the documentation says nothing about a question (`bench/copilot`: the least of 100 about the product, the most of 20 about anything else). */
const MIN_LIKENESS = 0.25
/** Weight of title and heading against that of the text, chosen on the questions of `bench/copilot`. */
const NAME_WEIGHT = 0.5

/** What a passage says, and what it is called, as unit vectors. */
type Vectors = { text: Float32Array; name: Float32Array }
export type PassageIndex = { passages: readonly Passage[]; vectors: readonly Vectors[] }

/** One passage of each heading, best first; none where the best says nothing about the question. */
export function rankPassages({ passages, vectors }: PassageIndex, asked: Float32Array): FoundPassage[] {
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

/** Cosine of two unit vectors. */
export function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1) sum += (a[at] ?? 0) * (b?.[at] ?? 0)
  return sum
}
