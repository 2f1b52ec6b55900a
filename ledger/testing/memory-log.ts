import { concat } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { type Hash, leafHash } from '../tree/hash.ts'
import type { NodeReader } from '../tree/node.ts'
import { TILE_WIDTH, type TileReader } from '../tree/tile.ts'
import { independentRoot } from './independent-tree.ts'

/**
 * A log in memory with so many entries, each of its own.
 *
 * @param changed the index of an entry that says something else than in the log without this argument.
 */
export function memoryLog(size: number, changed?: number) {
  return logOf(Array.from({ length: size }, (_, i) => utf8(i === changed ? 'changed' : `entry ${i}`)))
}

/** A log in memory, hashed by the definition of the RFC, not by the code under test. */
export function logOf(entries: readonly Uint8Array[]) {
  const leaves = entries.map(leafHash)
  const roots = new Map<string, Hash>()
  const rootOf = (start: number, end: number): Hash => {
    const range = `${start}-${end}`
    const root = roots.get(range) ?? independentRoot(leaves.slice(start, end))
    roots.set(range, root)
    return root
  }

  const read: NodeReader = async (nodes) =>
    nodes.map(({ level, index }) => rootOf(index * 2 ** level, (index + 1) * 2 ** level))
  const readTile: TileReader = async ({ level, index, width }) => {
    const span = TILE_WIDTH ** level
    const first = index * TILE_WIDTH
    return concat(...Array.from({ length: width }, (_, i) => rootOf((first + i) * span, (first + i + 1) * span)))
  }
  return { entries, leaves, rootOf: (size: number) => rootOf(0, size), read, readTile }
}
