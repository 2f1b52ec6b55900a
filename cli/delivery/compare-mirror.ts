import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '#ledger/errors.ts'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { type Hash, HASH_BYTES, leafHash } from '#ledger/tree/hash.ts'
import { entriesPath, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { ANCHOR } from '#vault/ledger/anchor-log.ts'
import { type LogApi, readBundle, tileReader } from '#vault/ledger/read-tiles.ts'
import { continues, watchLog } from '#vault/ledger/watch-log.ts'
import { CommandError } from '../command-error.ts'
import { NotShownError } from './log-source.ts'

/** By what a log is known: its name and its keys. */
export type KnownLog = { readonly origin: string; readonly keys: readonly string[] }

/** What a mirror keeps: every entry was hashed, and leads to a checkpoint that the log signed. */
export type ReadCopy = {
  readonly head: TreeHead
  /** The checkpoint, with the signature of the mirror. */
  readonly note: string
  /** Whether it begins with what this computer saw; undefined where it saw nothing, or more than that. */
  readonly holdsSeen: boolean | undefined
  readonly compared: Compared | undefined
}

/** What the server shows beside the copy. */
type Compared = {
  readonly serverSize: number
  /** Entries that both have, at most. */
  readonly shared: number
  readonly difference: Difference | undefined
}

/** The first place where the two are not the same. */
export type Difference =
  | { readonly index: number; readonly isWithheld: boolean }
  /** Each entry is the same, and the server signed another tree. */
  | 'tree'

/**
 * Reads the whole copy of a mirror, and compares what a server shows with it.
 *
 * @param server undefined reads the copy alone. @param seen what this computer saw of the log.
 * @throws {CommandError} when the mirror does not hold what it shows; a server that does not show what it has to is a difference.
 */
export async function readCopy(
  mirror: LogApi,
  log: KnownLog,
  { server, seen }: { server?: LogApi | undefined; seen?: TreeHead | undefined },
): Promise<ReadCopy> {
  const signed = await headOf(mirror, log)
  if (!signed) throw new CommandError('The mirror shows a checkpoint that this log did not sign. Ask who runs it.')
  const { head, note } = signed
  const shown = server && (await shownBy(server, log))
  const shared = Math.min(head.size, shown?.head.size ?? 0)
  const range = new CompactRange()
  const roots = new Map<number, Hash>([[0, range.root()]])
  let difference: Difference | undefined
  for (let bundle = 0; bundle * TILE_WIDTH < head.size; bundle++) {
    const leaves = await leavesOf(mirror, head, bundle)
    for (const leaf of leaves) {
      range.append(leaf)
      if (range.size === shared || range.size === seen?.size) roots.set(range.size, range.root())
    }
    const both = leaves.slice(0, Math.max(0, shared - bundle * TILE_WIDTH))
    if (server && shown && both.length > 0) difference ??= await firstDifference(server, shown.head, bundle, both)
  }
  if (!equalBytes(range.root(), head.root)) throw damaged('its entries have another root')
  const root = roots.get(shared)
  if (server && shown && root && !difference) {
    const continued = await continues(server, ANCHOR, { before: { size: shared, root }, head: shown.head })
    if ('problem' in continued) difference = 'tree'
  }
  const sameRoot = seen && roots.get(seen.size)
  return {
    head,
    note,
    holdsSeen: seen && sameRoot && equalBytes(sameRoot, seen.root),
    compared: shown && { serverSize: shown.head.size, shared, difference },
  }
}

async function headOf(api: LogApi, { origin, keys }: KnownLog) {
  const watched = await watchLog(api, { id: ANCHOR, origin, keys: [...keys] }, undefined)
  return 'problem' in watched ? undefined : watched
}

/** Undefined where the server shows no checkpoint that the log signed: that was found out before. */
async function shownBy(server: LogApi, log: KnownLog) {
  try {
    return await headOf(server, log)
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

async function leavesOf(mirror: LogApi, head: TreeHead, bundle: number): Promise<Hash[]> {
  try {
    return await entryHashes(mirror, head, bundle)
  } catch (error) {
    if (error instanceof LedgerError || error instanceof NotShownError) throw damaged(error.message)
    throw error
  }
}

async function entryHashes(api: LogApi, { size }: TreeHead, bundle: number): Promise<Hash[]> {
  const width = tileWidth(0, bundle, size)
  return readEntryBundle(await readBundle(api, ANCHOR, entriesPath(bundle, width)), width).map(leafHash)
}

/** @param leaves of the copy, as far as the server has them as well. */
async function firstDifference(
  server: LogApi,
  head: TreeHead,
  bundle: number,
  leaves: readonly Hash[],
): Promise<Difference | undefined> {
  const first = bundle * TILE_WIDTH
  try {
    const entries = await entryHashes(server, head, bundle)
    const tile = await tileReader(server, ANCHOR)({ level: 0, index: bundle, width: tileWidth(0, bundle, head.size) })
    const at = leaves.findIndex((leaf, i) => {
      const inTile = tile.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)
      return !equalBytes(leaf, entries[i] ?? new Uint8Array()) || !equalBytes(leaf, inTile)
    })
    return at < 0 ? undefined : { index: first + at, isWithheld: false }
  } catch (error) {
    if (error instanceof NotShownError) return { index: first, isWithheld: true }
    // What cannot be read is as good as nothing.
    if (error instanceof LedgerError) return { index: first, isWithheld: true }
    throw error
  }
}

const damaged = (why: string): CommandError =>
  new CommandError(`The mirror does not hold what it signed: ${why}. Ask who runs it, and use another copy.`)
