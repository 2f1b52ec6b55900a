import { stem, wordsOf } from './normalise.ts'

/** Texts as the weights of their words and word pairs, by the number of each word. */
export type SparseVector = ReadonlyMap<number, number>

/** Unit vectors by the words that texts share: what is left to compare them by without embeddings. A text without words is alone. */
export function tfIdf(texts: readonly string[]): SparseVector[] {
  const split = texts.map((text) => wordsOf(text).map(stem))
  const numbers = new Map<string, number>()
  const inTexts: number[] = []
  for (const words of split) {
    for (const word of new Set(words)) {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      inTexts[number] = (inTexts[number] ?? 0) + 1
    }
  }
  return split.map((words) => {
    const vector = new Map<number, number>()
    for (const word of words) {
      const number = numbers.get(word) ?? 0
      const weight = Math.log(1 + texts.length / (inTexts[number] ?? 1))
      vector.set(number, (vector.get(number) ?? 0) + weight)
    }
    const length = Math.hypot(...vector.values()) || 1
    return new Map([...vector].map(([number, weight]) => [number, weight / length]))
  })
}
