import { LedgerError } from '#ledger/errors.ts'
import { readManifestStatement, type StatedBuild } from '#ledger/events/build-statement.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { entriesPath, readNodesFromTiles, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { ANCHOR } from './anchor-log.ts'
import { type LogApi, readBundle, remembering, tileReader } from './read-tiles.ts'

/** A build of the web app, where the anchor log lists it. */
export type ListedBuild = StatedBuild & { readonly index: number }

/**
 * The builds that the anchor log lists from a place on. Every entry is proved under the head: one that was left out or exchanged is an error.
 *
 * @throws {LedgerError} `bad_proof`, `malformed`
 */
export async function readListedBuilds(api: LogApi, head: TreeHead, from: number): Promise<ListedBuild[]> {
  const read = readNodesFromTiles(head.size, remembering(tileReader(api, ANCHOR)))
  const builds: ListedBuild[] = []
  for (let bundle = Math.floor(from / TILE_WIDTH); bundle * TILE_WIDTH < head.size; bundle++) {
    const width = tileWidth(0, bundle, head.size)
    const entries = readEntryBundle(await readBundle(api, ANCHOR, entriesPath(bundle, width)), width)
    for (const [at, entry] of entries.entries()) {
      const index = bundle * TILE_WIDTH + at
      if (index < from) continue
      const proof = await proveInclusion(index, head.size, read)
      if (!isIncluded(leafHash(entry), index, proof, head)) throw new LedgerError('bad_proof', `entry ${index}`)
      const build = readManifestStatement(entry)
      if (build) builds.push({ ...build, index })
    }
  }
  return builds
}
