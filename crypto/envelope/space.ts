import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import {
  type AccountMasterKey,
  asFileKey,
  asSealedKey,
  asSpaceKey,
  type FileKey,
  KEY_BYTES,
  SEALED_KEY_BYTES,
  type SealedKey,
  type SpaceKey,
} from './keys.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import { aesGcmOpen, aesGcmSeal, importAesKey, IV_BYTES } from '../primitives/symmetric.ts'

/** Which space key: ids are UUID text, the epoch counts from 0 and moves when a member leaves. */
export type SpaceKeyContext = { readonly userId: string; readonly spaceId: string; readonly epoch: number }

/** Which file key, and under which epoch of which space. */
export type FileKeyContext = { readonly fileId: string; readonly spaceId: string; readonly epoch: number }

/** Wraps a personal space's key under the account master key. 60 bytes: iv, ciphertext, tag. */
export async function wrapSpaceKey(options: {
  amk: AccountMasterKey
  spaceKey: SpaceKey
  context: SpaceKeyContext
  random: RandomSource
}): Promise<SealedKey> {
  const { amk, spaceKey, context, random } = options
  return sealKey({ key: amk, aad: spaceKeyAad(context), plain: spaceKey, random })
}

/** @throws {CryptoError} `unwrap_failed` */
export async function unwrapSpaceKey(options: {
  amk: AccountMasterKey
  wrapped: Uint8Array
  context: SpaceKeyContext
}): Promise<SpaceKey> {
  const { amk, wrapped, context } = options
  return asSpaceKey(await openKey(await importAesKey(amk, ['decrypt']), spaceKeyAad(context), wrapped))
}

/** Wraps a file's key under its space key. 60 bytes. */
export async function wrapFileKey(options: {
  spaceKey: SpaceKey
  fileKey: FileKey
  context: FileKeyContext
  random: RandomSource
}): Promise<SealedKey> {
  const { spaceKey, fileKey, context, random } = options
  return sealKey({ key: spaceKey, aad: fileKeyAad(context), plain: fileKey, random })
}

/** @throws {CryptoError} `unwrap_failed` */
export async function unwrapFileKey(options: {
  spaceKey: SpaceKey
  wrapped: Uint8Array
  context: FileKeyContext
}): Promise<FileKey> {
  const { spaceKey, wrapped, context } = options
  return asFileKey(await openKey(await importAesKey(spaceKey, ['decrypt']), fileKeyAad(context), wrapped))
}

/**
 * Seals the key of the epoch before under the key of a team space's next epoch, so that who can open an epoch can open all before
 * it, and a member needs one wrapped key. 60 bytes.
 *
 * @param options.epoch of `spaceKey`: 2 or more.
 */
export async function sealPreviousSpaceKey(options: {
  spaceKey: SpaceKey
  previous: SpaceKey
  spaceId: string
  epoch: number
  random: RandomSource
}): Promise<SealedKey> {
  const { spaceKey, previous, spaceId, epoch, random } = options
  return sealKey({ key: spaceKey, aad: previousKeyAad(spaceId, epoch), plain: previous, random })
}

/** @throws {CryptoError} `unwrap_failed` */
export async function openPreviousSpaceKey(options: {
  spaceKey: SpaceKey
  sealed: Uint8Array
  spaceId: string
  epoch: number
}): Promise<SpaceKey> {
  const { spaceKey, sealed, spaceId, epoch } = options
  return asSpaceKey(await openKey(await importAesKey(spaceKey, ['decrypt']), previousKeyAad(spaceId, epoch), sealed))
}

const previousKeyAad = (spaceId: string, epoch: number): Bytes =>
  concat(utf8('qs1/previous-space-key'), uint(0, 1), uuidBytes(spaceId), uint(epoch, 4))

const spaceKeyAad = ({ userId, spaceId, epoch }: SpaceKeyContext): Bytes =>
  concat(utf8('qs1/space-key'), uint(0, 1), uuidBytes(userId), uuidBytes(spaceId), uint(epoch, 4))

const fileKeyAad = ({ fileId, spaceId, epoch }: FileKeyContext): Bytes =>
  concat(utf8('qs1/file-key'), uint(0, 1), uuidBytes(fileId), uuidBytes(spaceId), uint(epoch, 4))

async function sealKey(options: {
  key: Uint8Array
  aad: Uint8Array
  plain: Uint8Array
  random: RandomSource
}): Promise<SealedKey> {
  const { key, aad, plain, random } = options
  requireLength('wrapping key', key, KEY_BYTES)
  requireLength('key', plain, KEY_BYTES)
  const iv = draw(random, IV_BYTES)
  return asSealedKey(concat(iv, await aesGcmSeal(await importAesKey(key, ['encrypt']), iv, aad, plain)))
}

async function openKey(key: CryptoKey, aad: Uint8Array, wrapped: Uint8Array): Promise<Bytes> {
  if (wrapped.length !== SEALED_KEY_BYTES) throw new CryptoError('unwrap_failed', 'key')
  try {
    return await aesGcmOpen(key, wrapped.subarray(0, IV_BYTES), aad, wrapped.subarray(IV_BYTES))
  } catch (cause) {
    throw new CryptoError('unwrap_failed', 'key', { cause })
  }
}
