import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { formatSize, parseSize } from '../notes/checkpoint.ts'
import { MAX_NOTE_BYTES } from '../notes/note.ts'
import type { Policy } from '../notes/policy.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'
import { isIncluded } from '../tree/verify-proof.ts'
import { type Age, type VerifiedCheckpoint, verifyCheckpoint } from './verify-checkpoint.ts'

/** Proof that an entry is in a log, to be kept and checked without a network. @see c2sp.org/tlog-proof */
export type TlogProof = {
  /** Whatever the reader needs beside; nothing vouches for it. */
  readonly extra?: Uint8Array
  readonly index: number
  readonly proof: readonly Hash[]
  /** The note, as it was signed. */
  readonly checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'
const EXTRA = 'extra '
const INDEX = 'index '
const MAX_HASHES = 63
const MAX_EXTRA_BYTES = 256 * 1024

export function formatTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [HEADER, ...(extra ? [EXTRA + toBase64(extra)] : []), INDEX + formatSize(index), ...proof.map(toBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** @throws {LedgerError} `malformed` */
export function parseTlogProof(text: string): TlogProof {
  if (text.length > MAX_NOTE_BYTES + 2 * MAX_EXTRA_BYTES) throw new LedgerError('malformed', 'proof is too long')
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (header !== HEADER) throw new LedgerError('malformed', 'not a tlog-proof')

  const extra = lines[0]?.startsWith(EXTRA) ? fromBase64(lines.shift()?.slice(EXTRA.length) ?? '') : undefined
  const index = lines.shift()
  if (!index?.startsWith(INDEX) || lines.length > MAX_HASHES) throw new LedgerError('malformed', 'index of a proof')
  const proof = lines.map(fromBase64)
  if (proof.some(({ length }) => length !== HASH_BYTES)) throw new LedgerError('malformed', 'hash of a proof')
  return {
    ...(extra && { extra }),
    index: parseSize(index.slice(INDEX.length)),
    proof,
    checkpoint: text.slice(end + 2),
  }
}

/**
 * Checks a proof for an entry, given as its `leafHash`.
 *
 * @throws {LedgerError} `bad_proof`, and what `verifyCheckpoint` throws.
 */
export async function verifyTlogProof(
  text: string,
  leaf: Hash,
  policy: Policy,
  age?: Age,
): Promise<VerifiedCheckpoint> {
  const { index, proof, checkpoint } = parseTlogProof(text)
  const verified = await verifyCheckpoint(checkpoint, policy, age)
  if (!isIncluded(leaf, index, proof, verified.checkpoint)) {
    throw new LedgerError('bad_proof', `entry ${index} of ${verified.checkpoint.origin}`)
  }
  return verified
}
