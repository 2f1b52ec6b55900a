import { LedgerError } from '#ledger/errors.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { entriesPath, readNodesFromTiles, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { ANCHOR } from './anchor-log.ts'
import { type LogApi, readBundle, remembering, tileReader } from './read-tiles.ts'

/** An entry of the anchor log at its place. */
export type PlacedEntry = { readonly index: number; readonly entry: Uint8Array }

/**
 * The entries of the anchor log from a place on. Every entry is proved under the head: one that was left out or exchanged is an error.
 *
 * @throws {LedgerError} `bad_proof`, `malformed`
 */
export async function* followEntries(api: LogApi, head: TreeHead, from: number): AsyncGenerator<PlacedEntry> {
  const read = readNodesFromTiles(head.size, remembering(tileReader(api, ANCHOR)))
  for (let bundle = Math.floor(from / TILE_WIDTH); bundle * TILE_WIDTH < head.size; bundle++) {
    const width = tileWidth(0, bundle, head.size)
    const entries = readEntryBundle(await readBundle(api, ANCHOR, entriesPath(bundle, width)), width)
    for (const [at, entry] of entries.entries()) {
      const index = bundle * TILE_WIDTH + at
      if (index < from) continue
      const proof = await proveInclusion(index, head.size, read)
      if (!isIncluded(leafHash(entry), index, proof, head)) throw new LedgerError('bad_proof', `entry ${index}`)
      yield { index, entry }
    }
  }
}
