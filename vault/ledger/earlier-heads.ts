import type { NodeReader } from '#ledger/tree/node.ts'
import { rootOfSize } from '#ledger/tree/node.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { isConsistent, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { orUndefined } from './watch-log.ts'

/**
 * Trees that a verified one begins with, each proved: dense at its end and sparse towards its start, so that a log which loses its last
 * entries later is compared with one that is a little shorter. One that the server does not prove is left out.
 */
export async function earlierHeads(head: TreeHead, read: NodeReader): Promise<TreeHead[]> {
  const found: TreeHead[] = []
  for (const size of earlierSizes(head.size)) {
    const root = await orUndefined(rootOfSize(size, read))
    const proof = await orUndefined(proveConsistency(size, head.size, read))
    if (root && proof && isConsistent({ size, root }, head, proof)) found.push({ size, root })
  }
  return found
}

/** Two for each power of two, at its multiples: their nodes are in the tiles at the edge, which are read anyway. Longest first. */
export function earlierSizes(size: number): number[] {
  const sizes = new Set<number>()
  for (let step = 1; step < size; step *= 2) {
    const last = Math.floor((size - 1) / step)
    for (const at of [last, last - 1]) if (at > 0) sizes.add(at * step)
  }
  return [...sizes].toSorted((one, other) => other - one)
}
