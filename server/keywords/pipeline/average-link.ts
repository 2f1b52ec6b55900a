/** Two groups that became one, named by their first members, and the mean distance between them. */
export type Merge = readonly [one: number, other: number, distance: number]

/** Distances of `count` things, row by row, both halves. */
export type Distances = { count: number; values: Float32Array }

/** Rows and columns of the matrix that are worked on together, so that their vectors stay in the cache of the processor. */
const BLOCK = 64

/** Hears how many of a piece of work are done. */
type Counted = (done: number) => void
const NOBODY: Counted = () => undefined

/** Pairs that `count` things make. */
export const pairsOf = (count: number): number => (count * (count - 1)) / 2

/** One minus the cosine of unit vectors of equal length. @param compared hears how many pairs were compared */
export function cosineDistances(vectors: readonly Float32Array[], compared = NOBODY): Distances {
  const count = vectors.length
  const width = vectors[0]?.length ?? 0
  const flat = new Float32Array(count * width)
  for (const [at, vector] of vectors.entries()) flat.set(vector, at * width)
  const values = new Float32Array(count * count)
  for (let top = 0; top < count; top += BLOCK) {
    for (let left = top; left < count; left += BLOCK) {
      for (let one = top; one < Math.min(top + BLOCK, count); one++) {
        for (let other = Math.max(left, one + 1); other < Math.min(left + BLOCK, count); other++) {
          const distance = 1 - dot(flat, one * width, other * width, width)
          values[one * count + other] = distance
          values[other * count + one] = distance
        }
      }
    }
    compared(pairsOf(count) - pairsOf(Math.max(0, count - top - BLOCK)))
  }
  return { count, values }
}

/** Four sums at once: one alone waits for each addition. */
function dot(flat: Float32Array, one: number, other: number, width: number): number {
  let [a, b, c, d, at] = [0, 0, 0, 0, 0]
  for (; at + 3 < width; at += 4) {
    a += flat[one + at]! * flat[other + at]!
    b += flat[one + at + 1]! * flat[other + at + 1]!
    c += flat[one + at + 2]! * flat[other + at + 2]!
    d += flat[one + at + 3]! * flat[other + at + 3]!
  }
  for (; at < width; at++) a += flat[one + at]! * flat[other + at]!
  return a + b + c + d
}

/**
 * Clusters by average linkage, following chains of nearest neighbours (Murtagh 1983): quadratic in time, and in the memory that the distances have
 * already, which it overwrites.
 * @param sizes how many things each one is, where equal ones were put together; the result is that of clustering all of them
 * @param joined hears how many merges were found; all of them are one less than things
 * @returns merges by distance
 */
export function averageLink(
  { count, values }: Distances,
  sizes: readonly number[] = [],
  joined: Counted = NOBODY,
): Merge[] {
  const size = Float64Array.from({ length: count }, (_, at) => sizes[at] ?? 1)
  const alive = Array.from({ length: count }, (_, at) => at)
  const placeOf = Int32Array.from(alive)
  const merges: Merge[] = []
  const chain: number[] = []
  while (alive.length > 1) {
    if (chain.length === 0) chain.push(alive[0]!)
    const end = chain.at(-1)!
    const former = chain.at(-2)
    const [nearest, distance] = nearestOf(end, former, alive, values, count)
    if (nearest !== former) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    const [kept, gone] = end < nearest ? [end, nearest] : [nearest, end]
    merges.push([kept, gone, distance])
    join(kept, gone, { alive, placeOf, size, values, count })
    joined(merges.length)
  }
  return merges.sort((one, other) => one[2] - other[2])
}

/** The nearest that is alive; of equally near ones the one before in the chain, without which it would never end. */
function nearestOf(
  from: number,
  former: number | undefined,
  alive: readonly number[],
  values: Float32Array,
  count: number,
): [number, number] {
  const row = from * count
  let nearest = former ?? -1
  let least = former === undefined ? Infinity : values[row + former]!
  for (const other of alive) {
    const distance = values[row + other]!
    if (other !== from && distance < least) [nearest, least] = [other, distance]
  }
  return [nearest, least]
}

type Groups = { alive: number[]; placeOf: Int32Array; size: Float64Array; values: Float32Array; count: number }

function join(kept: number, gone: number, { alive, placeOf, size, values, count }: Groups): void {
  const last = alive.pop()!
  if (last !== gone) {
    alive[placeOf[gone]!] = last
    placeOf[last] = placeOf[gone]!
  }
  const [ofKept, ofGone] = [size[kept]!, size[gone]!]
  for (const other of alive) {
    if (other === kept) continue
    const mean = (ofKept * values[kept * count + other]! + ofGone * values[gone * count + other]!) / (ofKept + ofGone)
    values[kept * count + other] = mean
    values[other * count + kept] = mean
  }
  size[kept] = ofKept + ofGone
}

/** Groups of what is not further apart than `cut`: the number of a group for each thing, from 0 in the order of their first members. */
export function cutMerges(merges: readonly Merge[], count: number, cut: number): number[] {
  const parents = Int32Array.from({ length: count }, (_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!
      root = parents[root]!
    }
    return root
  }
  for (const [one, other, distance] of merges) {
    if (distance > cut) break
    parents[rootOf(other)] = rootOf(one)
  }
  const numbers = new Map<number, number>()
  return Array.from({ length: count }, (_, at) => {
    const root = rootOf(at)
    const number = numbers.get(root) ?? numbers.size
    numbers.set(root, number)
    return number
  })
}
