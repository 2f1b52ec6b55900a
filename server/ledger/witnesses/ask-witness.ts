import { isInTime } from '#ledger/log/verify-checkpoint.ts'
import { parseSize } from '#ledger/notes/checkpoint.ts'
import { parseNote } from '#ledger/notes/note.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import type { NodeReader } from '#ledger/tree/node.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { type Cosignature, readCosignatures } from '#ledger/witness/cosignatures.ts'
import { describeFailure, readLimited } from '../read-limited.ts'
import type { AskedWitness } from './witness-settings.ts'

const TIMEOUT_MS = 10_000
/** Signatures of a hundred keys of the largest kind. */
const MOST_BYTES = 512 * 1024

export type Signed = { readonly cosignatures: readonly Cosignature[] }
export type NotSigned = {
  readonly problem: string
  /** The witness knows another history, or a longer one. That is no fault of the network. */
  readonly isRefusal: boolean
  /** So many entries it signed, where those are more than it was asked to sign. */
  readonly signedSize?: number
}

/** A checkpoint as its log signed it, and what it is proved with. */
export type Offered = {
  readonly size: number
  readonly note: string
  readonly read: NodeReader
  /** The entries of a bundle, as the log serves them. */
  readonly bundle: (index: number, width: number) => Promise<Uint8Array>
}

/** @param lastSize of the tree that was signed last, as far as known; the witness says so when it is another one. */
export type KnownOfWitness = { readonly lastSize: number; readonly nowSeconds: number }

/** Asks a witness to sign. Never throws for what it answers. */
export async function askWitness(
  witness: AskedWitness,
  offered: Offered,
  { lastSize, nowSeconds }: KnownOfWitness,
): Promise<Signed | NotSigned> {
  try {
    const answer = await offer(witness, offered, lastSize)
    return 'problem' in answer ? answer : await readSignature(witness, offered, answer.text, nowSeconds)
  } catch (error) {
    return { problem: describeFailure(error, 'a witness'), isRefusal: false }
  }
}

/** Shows a checkpoint to a witness or a mirror, which continues what it was shown before. */
export async function offer(
  witness: AskedWitness,
  offered: Offered,
  lastSize: number,
): Promise<{ readonly text: string } | NotSigned> {
  const first = await post(witness, offered, lastSize)
  if (first.status !== 409) return accepted(first)
  const signedSize = parseSize(first.text.trimEnd())
  if (signedSize > offered.size) {
    const problem = `it signed ${signedSize} entries, and the log has ${offered.size}`
    return { problem, isRefusal: true, signedSize }
  }
  return accepted(await post(witness, offered, signedSize))
}

type Answer = { status: number; text: string }

async function post({ url }: AskedWitness, { size, note, read }: Offered, oldSize: number): Promise<Answer> {
  const proof = oldSize === 0 ? [] : await proveConsistency(oldSize, size, read)
  const response = await fetch(new URL('add-checkpoint', url), {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, proof, checkpoint: note }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, text: (await readLimited(response, MOST_BYTES)).toString() }
}

function accepted({ status, text }: Answer): { readonly text: string } | NotSigned {
  if (status === 422) return { problem: 'it says that the log was rewritten', isRefusal: true }
  if (status === 404)
    return { problem: 'it does not know this log: its operator has to add the keys', isRefusal: false }
  if (status === 403) return { problem: 'it knows other keys of this log', isRefusal: false }
  return status === 200 ? { text } : { problem: `it answered with status ${status}`, isRefusal: false }
}

/** What somebody answered who signed. @throws {LedgerError} for what is no signature, or none of this checkpoint. */
export async function readSignature(
  witness: AskedWitness,
  { note }: Offered,
  text: string,
  nowSeconds: number,
): Promise<Signed | NotSigned> {
  const cosignatures = await readCosignatures(parseNote(note).text, text, witness.keys)
  const isWhole = witness.keys.every((key) => cosignatures.some((one) => one.key === key))
  if (!isWhole) return { problem: 'its signature is missing', isRefusal: false }
  // Nobody would count it before that time has come, and no earlier one would take its place.
  const isEarly = cosignatures.some(({ seconds }) => !isInTime(seconds, { now: nowSeconds, maxSeconds: Infinity }))
  return isEarly ? { problem: 'its clock is ahead: what it signed is dated later', isRefusal: false } : { cosignatures }
}
