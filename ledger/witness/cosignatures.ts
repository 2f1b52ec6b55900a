import { LedgerError } from '../errors.ts'
import { formatSignature, MAX_NOTE_BYTES, type Note, parseNote, parseSignatures } from '../notes/note.ts'
import { isWitnessed, type Policy } from '../notes/policy.ts'
import type { VerifierKey } from '../notes/verifier-key.ts'
import { type VerifiedSignature, verifyNote } from '../notes/verify.ts'
import { type Age, isInTime } from '../log/verify-checkpoint.ts'

/** A cosignature that was verified, and the line that goes below the note. */
export type Cosignature = VerifiedSignature & { readonly seconds: number; readonly line: string }

/**
 * The cosignatures in what a witness answered. Those of unknown keys are left out.
 *
 * @param text of the checkpoint that it was asked to sign.
 * @throws {LedgerError} `malformed`; `bad_signature` when one of a known key does not hold, or has no time.
 */
export async function readCosignatures(
  text: string,
  answer: string,
  keys: readonly VerifierKey[],
): Promise<Cosignature[]> {
  if (answer.length > MAX_NOTE_BYTES) throw new LedgerError('malformed', 'answer of a witness is too long')
  const found: Cosignature[] = []
  for (const signature of parseSignatures(answer)) {
    // Each by itself: a bad one below a note would make the whole note bad for everybody who knows its key.
    const [verified] = await verifyNote({ text, signatures: [signature] }, keys)
    if (!verified) continue
    if (!verified.seconds) throw new LedgerError('bad_signature', `cosignature of ${verified.key.name} without a time`)
    found.push({ ...verified, seconds: verified.seconds, line: formatSignature(signature) })
  }
  return found
}

/** Who of the witnesses of a policy signed a checkpoint, each once. */
export type Witnessing = {
  readonly signed: readonly { readonly name: string; readonly seconds: number }[]
  /** The quorum of the policy, by cosignatures that are young enough. */
  readonly isEnough: boolean
}

/**
 * Who vouches for a checkpoint besides its log. A line that does not hold is as good as none: it is the server that delivers it.
 *
 * @param age counts only cosignatures that are young enough.
 */
export async function readWitnessing(checkpoint: string, policy: Policy, age?: Age): Promise<Witnessing> {
  const { text, signatures } = parseNote(checkpoint)
  const keys = policy.witnesses.map(({ key }) => key)
  const held = new Map<VerifierKey, number>()
  for (const signature of signatures) {
    const [verified] = await verifyOrNone({ text, signatures: [signature] }, keys)
    if (verified?.seconds) held.set(verified.key, Math.max(verified.seconds, held.get(verified.key) ?? 0))
  }
  const young = [...held].filter(([, seconds]) => isInTime(seconds, age)).map(([key]) => key)
  return {
    signed: policy.witnesses
      .filter(({ key }) => held.has(key))
      .map(({ name, key }) => ({ name, seconds: held.get(key) ?? 0 })),
    isEnough: isWitnessed(policy, young),
  }
}

async function verifyOrNone(note: Note, keys: readonly VerifierKey[]): Promise<VerifiedSignature[]> {
  try {
    return await verifyNote(note, keys)
  } catch (error) {
    if (error instanceof LedgerError) return []
    throw error
  }
}
