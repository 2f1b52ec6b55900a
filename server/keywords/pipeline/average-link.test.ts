import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageLink, cosineDistances, cutMerges, pairsOf } from './average-link.ts'
import { tfIdf } from './tf-idf.ts'

const unit = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}
const points = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 })),
    {
      minLength: 1,
      maxLength: 24,
    },
  )
  .map((all) => all.map((values) => unit(...values)))
const cosineDistance = (one: Float32Array, other: Float32Array): number =>
  1 - one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** The definition: join the two groups whose members are nearest on average, until all are further apart than `cut`. */
function byDefinition(vectors: readonly Float32Array[], cut: number): number[] {
  let groups = vectors.map((_, at) => [at])
  for (;;) {
    let best: { one: number; other: number; distance: number } | undefined
    for (const [one, left] of groups.entries()) {
      for (const [other, right] of groups.entries()) {
        if (other <= one) continue
        const pairs = left.flatMap((a) => right.map((b) => cosineDistance(vectors[a]!, vectors[b]!)))
        const distance = pairs.reduce((sum, each) => sum + each, 0) / pairs.length
        if (!best || distance < best.distance) best = { one, other, distance }
      }
    }
    if (!best || best.distance > cut) break
    const { one, other } = best
    const joined = [...groups[one]!, ...groups[other]!]
    groups = [...groups.filter((_, at) => at !== one && at !== other), joined]
  }
  const sorted = groups.map((group) => group.toSorted((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!)
  return vectors.map((_, at) => sorted.findIndex((group) => group.includes(at)))
}

test('chains of neighbours find the groups of the definition', () => {
  fc.assert(
    fc.property(points, fc.double({ min: 0.001, max: 0.4, noNaN: true }), (vectors, cut) => {
      const merges = averageLink(cosineDistances(vectors))
      // Where a merge is as far as the cut, rounding decides.
      fc.pre(merges.every(([, , distance]) => Math.abs(distance - cut) > 1e-4))
      // Equally near pairs may be joined in any order.
      const distances = merges.map(([, , distance]) => distance)
      fc.pre(distances.every((distance, at) => at === 0 || distance - distances[at - 1]! > 1e-5))
      expect(cutMerges(merges, vectors.length, cut)).toEqual(byDefinition(vectors, cut))
    }),
    { numRuns: 200 },
  )
})

test('a thing that stands for several weighs as much as all of them', () => {
  const [a, b, c] = [unit(1, 0), unit(0.8, 0.6), unit(0.3, 1)]
  const all = averageLink(cosineDistances([a, a, a, b, c]))
  const weighed = averageLink(cosineDistances([a, b, c]), [3, 1, 1])
  for (const [at, [, , distance]] of weighed.entries()) expect(distance).toBeCloseTo(all[at + 2]![2], 5)
})

test('distances are those of each pair, also across the edges of blocks', () => {
  const vectors = Array.from({ length: 131 }, (_, at) => unit(Math.sin(at), Math.cos(at), at % 7, 1, at % 3))
  const { count, values } = cosineDistances(vectors)
  for (const [one, other] of [
    [0, 130],
    [63, 64],
    [128, 5],
    [7, 7],
  ] as const) {
    expect(values[one * count + other]).toBeCloseTo(
      one === other ? 0 : cosineDistance(vectors[one]!, vectors[other]!),
      5,
    )
  }
})

test('equal things end in one group, and one thing is a group', () => {
  const same = Array.from({ length: 50 }, () => unit(1, 2, 3))
  expect(new Set(cutMerges(averageLink(cosineDistances(same)), 50, 0.1)).size).toBe(1)
  expect(cutMerges(averageLink(cosineDistances([unit(1)])), 1, 0.5)).toEqual([0])
})

test('work is counted as it is done: every pair once, and a merge less than there are things', () => {
  const vectors = Array.from({ length: 131 }, (_, at) => unit(Math.sin(at), Math.cos(at), at % 7, 1, at % 3))
  const compared: number[] = []
  const distances = cosineDistances(vectors, (pairs) => compared.push(pairs))
  expect(compared).toEqual([pairsOf(131) - pairsOf(67), pairsOf(131) - pairsOf(3), pairsOf(131)])
  const joined: number[] = []
  averageLink(distances, [], (merges) => joined.push(merges))
  expect(joined).toEqual(Array.from({ length: 130 }, (_, at) => at + 1))
})

test('words that few texts have weigh more', () => {
  const [pricing, price, other, none] = tfIdf(['crm pricing', 'crm price', 'erp pricing', '🔥'])
  const likeness = (one: ReadonlyMap<number, number>, to: ReadonlyMap<number, number>): number =>
    [...one].reduce((sum, [word, weight]) => sum + weight * (to.get(word) ?? 0), 0)
  expect(likeness(pricing!, pricing!)).toBeCloseTo(1)
  expect(likeness(pricing!, price!)).toBeGreaterThan(0.2)
  expect(likeness(price!, other!)).toBe(0)
  expect(none!.size).toBe(0)
})
