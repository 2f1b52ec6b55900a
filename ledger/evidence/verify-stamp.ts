import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { readAnchoredHead } from '../events/anchor-entry.ts'
import { type Checkpoint, parseCheckpoint } from '../notes/checkpoint.ts'
import { readStampClaim } from '../timestamp/read-stamp.ts'
import type { Timestamp } from '../timestamp/timestamp-token.ts'
import { leafHash } from '../tree/hash.ts'
import { isConsistent, isIncluded, type TreeHead } from '../tree/verify-proof.ts'
import type { EvidenceLog, EvidenceStamp } from './bundle.ts'

/**
 * Reads the answer of an authority and checks who signed it.
 *
 * @throws {LedgerError} saying what is wrong.
 */
export type StampReader = (reply: Uint8Array, stamped: Uint8Array) => Promise<Timestamp>

type Place = { readonly log: string; readonly index: number }

/** What a time stamp says of the events of a bundle. */
export type StampReport = {
  /** Of the public log, when it was stamped. */
  readonly size: number
  readonly atMs: number
  /** Undefined where nobody named authorities to trust: then anybody may have made the stamp. */
  readonly authority: string | undefined
  /** Events that existed then. */
  readonly covered: readonly Place[]
  /** The stamp says nothing of these: they are younger. */
  readonly younger: readonly Place[]
}

export type StampOutcome =
  | { readonly state: 'holds'; readonly report: StampReport }
  | { readonly state: 'fails'; readonly at: string; readonly why: string }
  /** Nobody stamped it, or every event is younger. */
  | { readonly state: 'none'; readonly report?: StampReport }

type Head = TreeHead & { readonly origin: string }
/** A log of the bundle, with its checkpoint read. */
type StampedLog = Pick<EvidenceLog, 'events' | 'stamped'> & { readonly path: string; readonly head: Head }

type Stamped = {
  readonly stamp: EvidenceStamp | undefined
  /** Of the anchor log in the bundle. */
  readonly anchor: Head | undefined
  readonly logs: readonly StampedLog[]
}

/** The stamp is of these bytes, the anchor log begins with what they name, and that tree holds a state of each log. */
export async function verifyStamp(
  { stamp, anchor, logs }: Stamped,
  readStamp: StampReader | undefined,
): Promise<StampOutcome> {
  if (!stamp || !anchor)
    return readStamp ? fails('anchor', 'no authority has stamped this evidence') : { state: 'none' }
  try {
    const tree = stampedTree(stamp, anchor)
    const time = await timeOf(stamp, readStamp)
    const judged = logs.map((log) => ({ log, size: stampedSize(log, tree) }))
    const places = judged.flatMap(({ log: { events, head }, size }) =>
      events.map(({ index }) => ({ log: head.origin, index, isCovered: index < size })),
    )
    const of = (wanted: boolean): Place[] =>
      places.filter(({ isCovered }) => isCovered === wanted).map(({ log, index }) => ({ log, index }))
    const report = { size: tree.size, ...time, covered: of(true), younger: of(false) }
    if (report.covered.length > 0) return { state: 'holds', report }
    return readStamp
      ? fails('anchor/stamp.tsr', 'every event is younger than the time stamp')
      : { state: 'none', report }
  } catch (error) {
    if (error instanceof StampFault) return fails(error.at, error.message)
    throw error
  }
}

/** Names the part that is not what it should be. It does not leave this file. */
class StampFault extends Error {
  readonly at: string

  constructor(at: string, message: string) {
    super(message)
    this.at = at
  }
}

const fails = (at: string, why: string): StampOutcome => ({ state: 'fails', at, why })

function stampedTree({ text, consistency }: EvidenceStamp, anchor: Head): Checkpoint {
  const at = 'anchor/stamped.txt'
  const tree = orFault(at, () => parseCheckpoint(text))
  if (tree.origin !== anchor.origin) throw new StampFault(at, 'another log was stamped')
  if (!isConsistent(tree, anchor, consistency))
    throw new StampFault(at, 'the public log does not begin with what was stamped')
  return tree
}

/** What the stamp says by itself counts only until somebody names authorities. */
async function timeOf(
  { text, reply }: EvidenceStamp,
  readStamp: StampReader | undefined,
): Promise<Pick<StampReport, 'atMs' | 'authority'>> {
  const at = 'anchor/stamp.tsr'
  const stamped = utf8(text)
  const claim = orFault(at, () => readStampClaim(reply))
  if (!equalBytes(claim.imprint, sha256(stamped))) throw new StampFault(at, 'the time stamp is of something else')
  if (!readStamp) return { atMs: claim.atMs, authority: undefined }
  try {
    const { at: time, authority } = await readStamp(reply, stamped)
    return { atMs: time.getTime(), authority }
  } catch (error) {
    throw error instanceof LedgerError ? new StampFault(at, error.message) : error
  }
}

/** So many entries of a log existed; 0 where the stamped tree does not name it. */
function stampedSize({ path, head, stamped }: StampedLog, tree: TreeHead): number {
  if (!stamped) return 0
  const at = `${path}/stamped.entry.json`
  const said = orFault(at, () => readAnchoredHead(stamped.entry))
  if (said.origin !== head.origin) throw new StampFault(at, 'the entry is of another log')
  if (!isIncluded(leafHash(stamped.entry), stamped.index, stamped.proof, tree)) {
    throw new StampFault(at, 'the entry is not in the stamped tree')
  }
  if (!isConsistent(said, head, stamped.consistency)) {
    throw new StampFault(at, 'the log does not begin with what the entry names')
  }
  return said.size
}

function orFault<Read>(at: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw error instanceof LedgerError ? new StampFault(at, `cannot be read: ${error.message}`) : error
  }
}
