import { CodedError } from '#contract/coded-error.ts'

/** Why something of a ledger is refused. */
export type LedgerErrorCode =
  /** Bytes or a text that are not in the form that they claim: nothing was checked beyond that. */
  | 'malformed'
  /** No signature of a key that is trusted for this log, or not of each that has to sign. */
  | 'not_signed'
  /** A signature under a trusted key's name and id that does not hold. */
  | 'bad_signature'
  /** Signed by the log, but not by the witnesses that a policy demands, or too long ago. */
  | 'not_witnessed'
  /** A proof that does not lead to the root it was given for. */
  | 'bad_proof'

/** The only exception thrown by this part. */
export class LedgerError extends CodedError<LedgerErrorCode> {
  override readonly name = 'LedgerError'
}
