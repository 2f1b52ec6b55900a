import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { type Bytes, equalBytes } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { readStampClaim } from '#ledger/timestamp/read-stamp.ts'
import type { Hash } from '#ledger/tree/hash.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { isConsistent, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { type LogApi, tileReader } from './read-tiles.ts'
import { orUndefined } from './watch-log.ts'

const listed = z.object({
  timestamps: z.array(z.object({ size: z.int().positive(), authority: z.string().max(200) })),
})

/** A log that was verified. */
type Log = { readonly id: string; readonly origin: string; readonly head: TreeHead }

/** A time stamp of a state that the log still contains. Who signed it is not checked. */
export type FoundStamp = {
  /** The text that was stamped. */
  readonly text: string
  readonly reply: Bytes
  /** What the text names. */
  readonly tree: TreeHead
  /** That the log begins with it. */
  readonly consistency: readonly Hash[]
  /** As the stamp says. */
  readonly atMs: number
  /** The server's word. */
  readonly authority: string
}

/**
 * The newest time stamp that the server shows of a log.
 *
 * @returns undefined where there is none; `of_something_else` for a stamp of another text, or of a state that the log does not contain.
 */
export async function newestStamp(
  api: LogApi,
  { id, origin, head }: Log,
): Promise<FoundStamp | 'of_something_else' | undefined> {
  const folder = `/audit/v1/logs/${id}/timestamps`
  const { timestamps } = listed.parse(await (await api.fetch(folder, {})).json())
  // One of a moment ago may be of more than was verified.
  const newest = timestamps.find(({ size }) => size <= head.size)
  if (!newest) return undefined
  const text = await (await api.fetch(`${folder}/${newest.size}/stamped`, {})).text()
  const reply = new Uint8Array(await (await api.fetch(`${folder}/${newest.size}`, {})).arrayBuffer())
  const claim = await orUndefined(Promise.resolve().then(() => readStampClaim(reply)))
  if (!claim || !equalBytes(claim.imprint, sha256(utf8(text)))) return 'of_something_else'
  const contained = await containedTree(api, { id, origin, head }, text)
  return contained ? { text, reply, ...contained, atMs: claim.atMs, authority: newest.authority } : 'of_something_else'
}

/** The tree that a text names, if the log begins with it. */
async function containedTree(
  api: LogApi,
  { id, origin, head }: Log,
  text: string,
): Promise<Pick<FoundStamp, 'tree' | 'consistency'> | undefined> {
  const tree = await orUndefined(Promise.resolve().then(() => parseCheckpoint(text)))
  if (!tree || tree.origin !== origin || tree.size > head.size) return undefined
  const read = readNodesFromTiles(head.size, tileReader(api, id))
  const consistency = await orUndefined(proveConsistency(tree.size, head.size, read))
  return consistency && isConsistent(tree, head, consistency) ? { tree, consistency } : undefined
}
