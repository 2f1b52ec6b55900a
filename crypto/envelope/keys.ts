import { type Bytes, requireLength } from '../bytes.ts'
import { draw, type RandomSource } from '../primitives/random.ts'

declare const kind: unique symbol
type Branded<Kind extends string> = Bytes & { readonly [kind]: Kind }

/** 32 bytes; seals one file's content, never two files. */
export type FileKey = Branded<'FileKey'>
/** 32 bytes; one epoch of a space: names, records and the file keys in it. */
export type SpaceKey = Branded<'SpaceKey'>
/** 32 bytes (AMK), replaced with each new password or words: the root under which the account keeps everything. */
export type AccountMasterKey = Branded<'AccountMasterKey'>
/** 32 bytes from a password, phrase, passkey or device; wraps the account master key and nothing else. */
export type KeyEncryptionKey = Branded<'KeyEncryptionKey'>
/** A 32-byte key sealed to a public key with HPKE: 60-byte header, enc, 48 bytes. X-Wing: 1 228 bytes. */
export type WrappedKey = Branded<'WrappedKey'>
/** A 32-byte key sealed under a symmetric key: iv (12), ciphertext (32), tag (16). 60 bytes. */
export type SealedKey = Branded<'SealedKey'>
/** An account master key sealed under a key-encryption key with FLOE. 138 bytes. */
export type WrappedAccountKey = Branded<'WrappedAccountKey'>

export const KEY_BYTES = 32
export const SEALED_KEY_BYTES = 60
export const WRAPPED_ACCOUNT_KEY_BYTES = 138

/**
 * The brand constructors: each copies nothing, checks the length, and says which kind of key the bytes are.
 *
 * @throws {CryptoError} `bad_argument`
 */
export const asFileKey = (bytes: Uint8Array): FileKey => sized('file key', bytes) as FileKey
export const asSpaceKey = (bytes: Uint8Array): SpaceKey => sized('space key', bytes) as SpaceKey
export const asAccountMasterKey = (bytes: Uint8Array): AccountMasterKey =>
  sized('account master key', bytes) as AccountMasterKey
export const asKeyEncryptionKey = (bytes: Uint8Array): KeyEncryptionKey =>
  sized('key-encryption key', bytes) as KeyEncryptionKey
export const asSealedKey = (bytes: Uint8Array): SealedKey => sized('sealed key', bytes, SEALED_KEY_BYTES) as SealedKey
export const asWrappedAccountKey = (bytes: Uint8Array): WrappedAccountKey =>
  sized('wrapped account key', bytes, WRAPPED_ACCOUNT_KEY_BYTES) as WrappedAccountKey

export const newFileKey = (random: RandomSource): FileKey => asFileKey(draw(random, KEY_BYTES))
export const newSpaceKey = (random: RandomSource): SpaceKey => asSpaceKey(draw(random, KEY_BYTES))
export const newAccountMasterKey = (random: RandomSource): AccountMasterKey =>
  asAccountMasterKey(draw(random, KEY_BYTES))

function sized(what: string, bytes: Uint8Array, length = KEY_BYTES): Uint8Array {
  requireLength(what, bytes, length)
  return bytes
}
