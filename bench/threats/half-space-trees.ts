import { seeded } from './statistics.ts'

/** As the paper sets them. */
const TREES = 25
const DEPTH = 15
const WINDOW = 250
/** A node with fewer points of the window than this says nothing finer. */
const LEAST_MASS = 25

type Tree = { dimensions: Uint8Array; cuts: Float64Array; reference: Uint32Array; latest: Uint32Array }

/**
 * Half-space trees: how many points of the last window lie near a point, in random halvings of space. Tan, Ting, Liu, "Fast anomaly detection
 * for streaming data", IJCAI 2011. The same seed makes the same trees.
 */
export class HalfSpaceTrees {
  readonly #trees: Tree[]
  #seen = 0

  /** @param dimensions of points, each coordinate between 0 and 1 */
  constructor(dimensions: number, seed: number) {
    const random = seeded(seed)
    this.#trees = Array.from({ length: TREES }, () => newTree(dimensions, random))
  }

  /** How usual a point is; the number means nothing beside others of the same trees. */
  score(point: readonly number[]): number {
    let sum = 0
    for (const tree of this.#trees) {
      let node = 1
      let depth = 0
      while (depth < DEPTH && (tree.reference[node] ?? 0) > LEAST_MASS) {
        node = childOf(tree, node, point)
        depth += 1
      }
      sum += (tree.reference[node] ?? 0) * 2 ** depth
    }
    return sum
  }

  /** After so many points what was learnt becomes what is compared with. */
  learn(point: readonly number[]): void {
    for (const tree of this.#trees) {
      let node = 1
      for (let depth = 0; ; depth += 1) {
        tree.latest[node] = (tree.latest[node] ?? 0) + 1
        if (depth === DEPTH) break
        node = childOf(tree, node, point)
      }
    }
    this.#seen += 1
    if (this.#seen % WINDOW !== 0) return
    for (const tree of this.#trees) {
      tree.reference.set(tree.latest)
      tree.latest.fill(0)
    }
  }
}

const childOf = ({ dimensions, cuts }: Tree, node: number, point: readonly number[]): number =>
  2 * node + ((point[dimensions[node] ?? 0] ?? 0) < (cuts[node] ?? 0) ? 0 : 1)

function newTree(count: number, random: () => number): Tree {
  const nodes = 2 ** (DEPTH + 1)
  const tree = {
    dimensions: new Uint8Array(nodes),
    cuts: new Float64Array(nodes),
    reference: new Uint32Array(nodes),
    latest: new Uint32Array(nodes),
  }
  // A work space around a random middle, so that trees differ in every coordinate.
  const lows: number[] = []
  const highs: number[] = []
  for (let dimension = 0; dimension < count; dimension += 1) {
    const middle = random()
    const reach = 2 * Math.max(middle, 1 - middle)
    lows.push(middle - reach)
    highs.push(middle + reach)
  }
  halve(tree, { node: 1, lows, highs, random })
  return tree
}

type Space = { node: number; lows: number[]; highs: number[]; random: () => number }

function halve(tree: Tree, { node, lows, highs, random }: Space): void {
  if (node >= 2 ** DEPTH) return
  const dimension = Math.floor(random() * lows.length)
  const cut = ((lows[dimension] ?? 0) + (highs[dimension] ?? 0)) / 2
  tree.dimensions[node] = dimension
  tree.cuts[node] = cut
  halve(tree, { node: 2 * node, lows, highs: highs.with(dimension, cut), random })
  halve(tree, { node: 2 * node + 1, lows: lows.with(dimension, cut), highs, random })
}
