import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { type Checkpoint, parseCheckpoint } from '../notes/checkpoint.ts'
import { parseNote } from '../notes/note.ts'
import { isWitnessed, type Policy } from '../notes/policy.ts'
import { type VerifiedSignature, verifyNote } from '../notes/verify.ts'
import { EMPTY_ROOT } from '../tree/hash.ts'

/** A checkpoint that a policy accepts. */
export type VerifiedCheckpoint = {
  readonly checkpoint: Checkpoint
  /** Of the policy, as far as they signed, with the time. */
  readonly witnesses: readonly VerifiedSignature[]
}

/** How old the newest cosignatures may be. */
export type Age = { readonly now: number; readonly maxSeconds: number }

/** How far the clock of a witness may be ahead. */
const CLOCK_SKEW_SECONDS = 300

/**
 * Checks a checkpoint by a policy.
 *
 * A log with several keys signs with each of them: one of Ed25519 and one of ML-DSA-44 are worth as much as the stronger of the two only
 * where neither may be missing. The policy of C2SP would be content with any.
 *
 * @param age counts only cosignatures that are young enough, where a policy asks for witnesses.
 * @throws {LedgerError} `malformed`, `not_signed`, `bad_signature`, `not_witnessed`
 */
export async function verifyCheckpoint(text: string, policy: Policy, age?: Age): Promise<VerifiedCheckpoint> {
  const note = parseNote(text)
  const checkpoint = parseCheckpoint(note.text)
  if (checkpoint.size === 0 && !equalBytes(checkpoint.root, EMPTY_ROOT)) {
    throw new LedgerError('malformed', 'an empty tree has another root')
  }
  const logKeys = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin)
  const witnessKeys = policy.witnesses.map(({ key }) => key)

  const verified = await verifyNote(note, [...logKeys, ...witnessKeys])
  const signed = verified.map(({ key }) => key)
  if (logKeys.length === 0 || !logKeys.every((key) => signed.includes(key))) {
    throw new LedgerError('not_signed', `checkpoint of ${checkpoint.origin}`)
  }

  const witnesses = verified.filter(({ key, seconds }) => witnessKeys.includes(key) && isInTime(seconds, age))
  if (
    !isWitnessed(
      policy,
      witnesses.map(({ key }) => key),
    )
  ) {
    throw new LedgerError('not_witnessed', `checkpoint of ${checkpoint.origin}`)
  }
  // Only a plain signature covers them.
  const isWhole = logKeys.some(({ type }) => type === 'ed25519')
  return { checkpoint: isWhole ? checkpoint : { ...checkpoint, extensions: [] }, witnesses }
}

/** Whether a cosignature counts. */
export function isInTime(seconds: number | undefined, age: Age | undefined): boolean {
  // A cosignature without a time says nothing of the newest tree.
  if (seconds === undefined || seconds === 0) return false
  return age === undefined || (seconds <= age.now + CLOCK_SKEW_SECONDS && age.now - seconds <= age.maxSeconds)
}
