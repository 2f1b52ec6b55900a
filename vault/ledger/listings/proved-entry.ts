import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { entriesPath, readNodesFromTiles, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { type LogApi, readBundle, tileReader } from '../read-tiles.ts'
import { orUndefined } from '../watch-log.ts'

/** An entry of a log, proved under a head that was verified. Undefined where the server does not show it, or another one. */
export async function readProvedEntry(
  api: LogApi,
  { log, head, index }: { log: string; head: TreeHead; index: number },
): Promise<Uint8Array | undefined> {
  const bundle = Math.floor(index / TILE_WIDTH)
  const width = tileWidth(0, bundle, head.size)
  const bytes = await readBundle(api, log, entriesPath(bundle, width))
  const entry = (await orUndefined(Promise.resolve().then(() => readEntryBundle(bytes, width))))?.[index % TILE_WIDTH]
  const proof = await orUndefined(proveInclusion(index, head.size, readNodesFromTiles(head.size, tileReader(api, log))))
  return entry && proof && isIncluded(leafHash(entry), index, proof, head) ? entry : undefined
}
