import { LedgerError } from '../errors.ts'
import { joinRoots } from './compact-range.ts'
import { EMPTY_ROOT, type Hash } from './hash.ts'

/** The root of a perfect subtree: of the entries from `index * 2^level` up to `(index + 1) * 2^level`. */
export type TreeNode = { readonly level: number; readonly index: number }

/** Reads the hashes of nodes, in their order. */
export type NodeReader = (nodes: readonly TreeNode[]) => Promise<readonly Hash[]>

/** Entries from `start` up to `end`, without it. */
export type Range = { readonly start: number; readonly end: number }

/** The perfect subtrees that make up a range whose start is a multiple of the largest one: largest first. */
function nodesOf({ start, end }: Range): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = start; at < end;) {
    let [level, size] = [0, 1]
    while (size * 2 <= end - at) [level, size] = [level + 1, size * 2]
    nodes.push({ level, index: at / size })
    at += size
  }
  return nodes
}

/** The hashes over some ranges, read at once. */
export async function hashesOf(ranges: readonly Range[], read: NodeReader): Promise<Hash[]> {
  const parts = ranges.map(nodesOf)
  const hashes = [...(await read(parts.flat()))]
  if (hashes.length !== parts.flat().length) throw new LedgerError('malformed', 'nodes of a tree are missing')
  return parts.map((nodes) => joinRoots(hashes.splice(0, nodes.length)))
}

/** The root of the first `size` entries. */
export async function rootOfSize(size: number, read: NodeReader): Promise<Hash> {
  if (size === 0) return EMPTY_ROOT
  const [root] = await hashesOf([{ start: 0, end: size }], read)
  return root ?? EMPTY_ROOT
}

/** Where a tree over a range has its two halves meet: the largest power of two below its length. */
export function split({ start, end }: Range): number {
  let half = 1
  while (half * 2 < end - start) half *= 2
  return start + half
}
