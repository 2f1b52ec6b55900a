import { concat, requireLength, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { openBytes, sealBytes } from '../envelope/floe.ts'
import {
  type AccountMasterKey,
  asAccountMasterKey,
  asWrappedAccountKey,
  KEY_BYTES,
  type KeyEncryptionKey,
  WRAPPED_ACCOUNT_KEY_BYTES,
  type WrappedAccountKey,
  type WrappedKey,
} from '../envelope/keys.ts'
import { deriveRecovery, recoveryKeyPair, type RecoveryPhrase } from './phrase.ts'
import type { RandomSource } from '../primitives/random.ts'
import { unwrapKey, wrapKey } from '../envelope/wrap.ts'

/** What the key-encryption key was made from. A wrap of one kind does not open as another. */
export type AccountWrapKind = 'password' | 'recovery' | 'device' | 'passphrase' | 'organisation'

/**
 * Wraps the account master key. FLOE rather than AES-GCM because it commits to the key: a server cannot prepare one
 * wrap that opens under many guessed passwords (partitioning oracle, USENIX Security 2021).
 *
 * @param options.userId UUID text; with the kind it is the associated data.
 * @returns 138 bytes.
 */
export async function wrapAccountKey(options: {
  amk: AccountMasterKey
  kek: KeyEncryptionKey
  userId: string
  kind: AccountWrapKind
  random: RandomSource
}): Promise<WrappedAccountKey> {
  const { amk, kek, userId, kind, random } = options
  requireLength('account master key', amk, KEY_BYTES)
  return asWrappedAccountKey(await sealBytes({ key: kek, aad: wrapAad(kind, userId), random, plain: amk }))
}

/** Inverse of `wrapAccountKey`. @throws {CryptoError} `unwrap_failed`: wrong password, or a wrap that was exchanged. */
export async function unwrapAccountKey(options: {
  wrapped: Uint8Array
  kek: KeyEncryptionKey
  userId: string
  kind: AccountWrapKind
}): Promise<AccountMasterKey> {
  const { wrapped, kek, userId, kind } = options
  const aad = wrapAad(kind, userId)
  if (wrapped.length !== WRAPPED_ACCOUNT_KEY_BYTES) throw new CryptoError('unwrap_failed', 'account key')
  try {
    return asAccountMasterKey(await openBytes({ key: kek, aad, sealed: wrapped }))
  } catch (cause) {
    throw new CryptoError('unwrap_failed', 'account key', { cause })
  }
}

/** Wraps the account master key for recovery words, by the public half of their key pair. 1 228 bytes. */
export async function wrapAccountKeyForWords(options: {
  amk: AccountMasterKey
  recoveryKey: Uint8Array
  userId: string
  random: RandomSource
}): Promise<WrappedKey> {
  const { amk, recoveryKey, userId, random } = options
  return wrapKey({
    key: amk,
    recipientPublicKey: recoveryKey,
    purpose: 'account-to-words',
    objectId: userId,
    epoch: 0,
    random,
  })
}

/**
 * Inverse of `wrapAccountKeyForWords`; also opens the wrap of earlier releases, which is under a key-encryption key of the words.
 * @throws {CryptoError} `unwrap_failed`
 */
export async function unwrapAccountKeyByWords(options: {
  wrapped: Uint8Array
  phrase: RecoveryPhrase
  userId: string
}): Promise<AccountMasterKey> {
  const { wrapped, phrase, userId } = options
  if (wrapped.length === WRAPPED_ACCOUNT_KEY_BYTES) {
    const { rkek } = await deriveRecovery(phrase)
    return unwrapAccountKey({ wrapped, kek: rkek, userId, kind: 'recovery' })
  }
  const recipient = await recoveryKeyPair(phrase)
  return asAccountMasterKey(
    await unwrapKey({ wrapped, recipient, purpose: 'account-to-words', objectId: userId, epoch: 0 }),
  )
}

const wrapAad = (kind: AccountWrapKind, userId: string) =>
  concat(utf8(`qs1/account-key/${kind}`), uint(0, 1), uuidBytes(userId))
