import { CodedError } from '#contract/coded-error.ts'

/**
 * What can go wrong in this part. One opaque code per operation: a wrong key, a changed byte and a truncated message
 * are the same error on purpose, so that no caller can become an oracle.
 */
export type CryptoErrorCode =
  /** An argument has the wrong length, range or form: a mistake of the caller, found before any secret was used. */
  | 'bad_argument'
  /** A sealed object (file segment, record, keyring, page) does not open under this key and context. */
  | 'open_failed'
  /** A keyring opens under this key, so the account wrote it, but its form is unknown to this version. Never a reason to overwrite it. */
  | 'unknown_form'
  /** A wrapped key does not unwrap under this key and context. */
  | 'unwrap_failed'
  /** A signature, or what it was asked to vouch for, does not hold. */
  | 'verify_failed'
  /** A suite id that this version does not know, or that the caller does not allow. Never a reason to try another. */
  | 'unsupported_suite'
  /** Key derivation parameters outside the range this client accepts from a server. */
  | 'weak_parameters'

/** The only exception thrown by this part. Messages name the object, never a value. */
export class CryptoError extends CodedError<CryptoErrorCode> {
  override readonly name = 'CryptoError'
}
