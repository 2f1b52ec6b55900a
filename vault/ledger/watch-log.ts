import { LedgerError } from '#ledger/errors.ts'
import { readAnchoredHead } from '#ledger/events/anchor-entry.ts'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import { proveConsistency, proveInclusion } from '#ledger/tree/prove.ts'
import { entriesPath, readNodesFromTiles, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import { isConsistent, isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import type { SeenHead } from './log-memory.ts'
import type { LogFacts } from './read-logs.ts'
import { type LogApi, readBundle, readCheckpoint, tileReader } from './read-tiles.ts'

/** What is wrong with a log, as far as a client can tell. */
export type LogProblem =
  /** Not signed by the keys that this device knows. */
  | 'other_keys'
  | 'bad_checkpoint'
  /** Smaller than this device has seen it. */
  | 'shrank'
  /** It does not begin with what this device has seen. */
  | 'forked'
  /** The anchor log does not say what this log says. */
  | 'not_anchored'

/** A checkpoint of a log that was verified, and continues what this device has seen. */
type WatchedLog = {
  readonly head: TreeHead
  /** As it was answered, with what witnesses signed below. */
  readonly note: string
  /** What this device saw before; undefined at the first time. */
  readonly before: SeenHead | undefined
  /** How many hashes proved that the one contains the other. */
  readonly proofHashes: number
}

export type Watched =
  | WatchedLog
  | {
      readonly problem: LogProblem
      /** What is signed, where it is less than was seen. */
      readonly short?: { readonly before: SeenHead; readonly head: TreeHead }
    }

/** Whether the newest checkpoint of a log is signed, and continues what was seen before. */
export async function watchLog(
  api: LogApi,
  log: Pick<LogFacts, 'id' | 'origin' | 'keys'>,
  before: SeenHead | undefined,
): Promise<Watched> {
  const note = await readCheckpoint(api, log.id)
  const head = await verifiedHead(note, log)
  if (!head) return { problem: 'bad_checkpoint' }
  if (!before) return { head, note, before, proofHashes: 0 }
  const continued = await continues(api, log.id, { before, head })
  if (!('problem' in continued)) return { head, note, before, ...continued }
  return continued.problem === 'shrank' ? { ...continued, short: { before, head } } : continued
}

/** Whether a verified tree of a log begins with one that was seen before. */
export async function continues(
  api: LogApi,
  logId: string,
  { before, head }: { before: TreeHead; head: TreeHead },
): Promise<{ readonly proofHashes: number } | { readonly problem: LogProblem }> {
  if (head.size < before.size) return { problem: 'shrank' }
  const read = readNodesFromTiles(head.size, tileReader(api, logId))
  const proof = await orUndefined(proveConsistency(before.size, head.size, read))
  if (!proof || !isConsistent(before, head, proof)) return { problem: 'forked' }
  return { proofHashes: proof.length }
}

async function verifiedHead(note: string, { origin, keys }: Pick<LogFacts, 'origin' | 'keys'>) {
  const policy = parsePolicy(`${keys.map((key) => `log ${key}`).join('\n')}\nquorum none\n`)
  const verified = await orUndefined(verifyCheckpoint(note, policy))
  if (verified?.checkpoint.origin !== origin) return undefined
  const { size, root } = verified.checkpoint
  return { size, root }
}

/** What the anchor log says of a log. */
export type Anchored = {
  readonly size: number
  readonly index: number
  /** The entry that says so, and what proves it. */
  readonly entry: Uint8Array<ArrayBuffer>
  readonly proof: readonly Hash[]
  readonly consistency: readonly Hash[]
}

type Anchoring = { anchor: LogFacts; anchorHead: TreeHead; log: LogFacts; head: TreeHead }

/**
 * Finds in the anchor log what it last said of a log, and proves that this is a tree which the log still begins with.
 *
 * @param anchoring the anchor log, watched, and the other log.
 * @returns undefined where the anchor log says nothing of it yet.
 */
export async function readAnchored(
  api: LogApi,
  { anchor, anchorHead, log, head }: Anchoring,
): Promise<Anchored | { readonly problem: LogProblem } | undefined> {
  if (log.anchoredAt === null) return undefined
  const found = await findAnchored(api, { anchor, anchorHead, log })
  if (found === undefined) return undefined
  const { index, entry } = found
  return entry ? proveAnchored(api, { anchor, anchorHead, log, head }, { index, entry }) : { problem: 'not_anchored' }
}

/**
 * That an entry is in the anchor log, and that the other log begins with what it names.
 *
 * @returns undefined where that is more than was read of the other log.
 */
export async function proveAnchored(
  api: LogApi,
  { anchor, anchorHead, log, head }: Anchoring,
  { index, entry }: { readonly index: number; readonly entry: Uint8Array },
): Promise<Anchored | { readonly problem: LogProblem } | undefined> {
  const proof = await orUndefined(
    proveInclusion(index, anchorHead.size, readNodesFromTiles(anchorHead.size, tileReader(api, anchor.id))),
  )
  const said = saidBy(entry)
  if (!proof || !said || !isIncluded(leafHash(entry), index, proof, anchorHead) || said.origin !== log.origin) {
    return { problem: 'not_anchored' }
  }
  // The anchor log may be a moment ahead of the checkpoint that was read first.
  if (said.size > head.size) return undefined
  const consistency = await orUndefined(
    proveConsistency(said.size, head.size, readNodesFromTiles(head.size, tileReader(api, log.id))),
  )
  if (!consistency || !isConsistent(said, head, consistency)) return { problem: 'not_anchored' }
  return { size: said.size, index, entry: new Uint8Array(entry), proof, consistency }
}

/** So many of the newest entries are looked through, 256 each: one is written for each log that grew, once a minute. */
const MOST_BUNDLES = 8

/** Where the server says, or before: its newest entries may wait for witnesses and are not shown. */
async function findAnchored(
  api: LogApi,
  { anchor, anchorHead, log }: Omit<Anchoring, 'head'>,
): Promise<{ index: number; entry: Uint8Array | undefined } | undefined> {
  const named = log.anchoredAt ?? anchorHead.size
  if (named < anchorHead.size) {
    return { index: named, entry: await readAnchorEntry(api, anchor, anchorHead, named) }
  }
  const last = Math.floor((anchorHead.size - 1) / TILE_WIDTH)
  for (let bundle = last; bundle >= 0 && bundle > last - MOST_BUNDLES; bundle--) {
    const entries = (await readAnchorEntries(api, anchor, anchorHead, bundle)) ?? []
    const at = entries.findLastIndex((entry) => saidBy(entry)?.origin === log.origin)
    if (at >= 0) return { index: bundle * TILE_WIDTH + at, entry: entries[at] }
  }
  return undefined
}

/** As the server shows it: nothing is proved. */
export async function readAnchorEntry(
  api: LogApi,
  anchor: LogFacts,
  head: TreeHead,
  index: number,
): Promise<Uint8Array | undefined> {
  return (await readAnchorEntries(api, anchor, head, Math.floor(index / TILE_WIDTH)))?.[index % TILE_WIDTH]
}

async function readAnchorEntries(api: LogApi, anchor: LogFacts, { size }: TreeHead, bundle: number) {
  const width = tileWidth(0, bundle, size)
  const bytes = await readBundle(api, anchor.id, entriesPath(bundle, width))
  return readOrUndefined(() => readEntryBundle(bytes, width))
}

/** Of another entry, such as a build of the web app: nothing. */
const saidBy = (entry: Uint8Array) => readOrUndefined(() => readAnchoredHead(entry))

function readOrUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}

/** What a server answered wrongly is undefined; that it could not be reached is thrown. */
export async function orUndefined<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}
