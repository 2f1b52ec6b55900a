import { type Bytes, concat, uint } from '../bytes.ts'
import { utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import type { Path } from './kem.ts'
import type { RandomSource } from './random.ts'
import { kemOf, type Suite } from '../suites/suites.ts'
import { aesGcmOpen, aesGcmSeal, type HashName, hmac, importAesKey, importHmacKey, IV_BYTES } from './symmetric.ts'

const HASH_BYTES: Record<HashName, number> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }
const MODE_BASE = 0
const EMPTY = new Uint8Array()

/** The three ids that HPKE binds into every derivation, and the hash behind the KDF id. */
export type HpkeIds = { readonly kem: number; readonly kdf: number; readonly aead: number; readonly hash: HashName }

/**
 * Seals one message to a public key: HPKE base mode, single shot, empty `aad`.
 *
 * @param options.info context that the reader must repeat.
 * @param options.path for tests.
 * @throws {CryptoError} `bad_argument` for a public key that is none.
 * @see RFC 9180 §6.1; the sender is not authenticated, a signature has to do that
 */
export async function hpkeSeal(options: {
  suite: Suite
  publicKey: Uint8Array
  info: Uint8Array
  plain: Uint8Array
  random: RandomSource
  path?: Path
}): Promise<{ enc: Bytes; ciphertext: Bytes }> {
  const { suite, publicKey, info, plain, random, path } = options
  const kem = await kemOf(suite, path)
  const { enc, sharedSecret } = await kem.encapsulate(publicKey, random)
  const { key, baseNonce } = await hpkeSchedule({ ids: suite, sharedSecret, info, keyBytes: 32 })
  return { enc, ciphertext: await aesGcmSeal(await importAesKey(key, ['encrypt']), baseNonce, EMPTY, plain) }
}

/** Inverse of `hpkeSeal`. @throws {CryptoError} `open_failed` */
export async function hpkeOpen(options: {
  suite: Suite
  seed: Uint8Array
  enc: Uint8Array
  info: Uint8Array
  ciphertext: Uint8Array
  path?: Path
}): Promise<Bytes> {
  const { suite, seed, enc, info, ciphertext, path } = options
  const kem = await kemOf(suite, path)
  try {
    const sharedSecret = await kem.decapsulate(seed, enc)
    const { key, baseNonce } = await hpkeSchedule({ ids: suite, sharedSecret, info, keyBytes: 32 })
    return await aesGcmOpen(await importAesKey(key, ['decrypt']), baseNonce, EMPTY, ciphertext)
  } catch (cause) {
    throw new CryptoError('open_failed', 'HPKE', { cause })
  }
}

/** Key schedule of base mode. Exported for the official vectors, which use more AEADs than this part does. */
export async function hpkeSchedule(options: {
  ids: HpkeIds
  sharedSecret: Uint8Array
  info: Uint8Array
  keyBytes: number
}): Promise<{ key: Bytes; baseNonce: Bytes }> {
  const { ids, sharedSecret, info, keyBytes } = options
  const pskIdHash = await labeledExtract(ids, EMPTY, 'psk_id_hash', EMPTY)
  const infoHash = await labeledExtract(ids, EMPTY, 'info_hash', info)
  const context = concat(uint(MODE_BASE, 1), pskIdHash, infoHash)
  const secret = await labeledExtract(ids, sharedSecret, 'secret', EMPTY)
  return {
    key: await labeledExpand({ ids, secret, label: 'key', info: context, length: keyBytes }),
    baseNonce: await labeledExpand({ ids, secret, label: 'base_nonce', info: context, length: IV_BYTES }),
  }
}

const suiteId = ({ kem, kdf, aead }: HpkeIds) => concat(utf8('HPKE'), uint(kem, 2), uint(kdf, 2), uint(aead, 2))

async function labeledExtract(ids: HpkeIds, salt: Uint8Array, label: string, secret: Uint8Array): Promise<Bytes> {
  return hmac(await importHmacKey(ids.hash, salt), concat(utf8('HPKE-v1'), suiteId(ids), utf8(label), secret))
}

/** Keys and nonces are no longer than one hash block, so HKDF-Expand is a single HMAC. */
async function labeledExpand(options: {
  ids: HpkeIds
  secret: Uint8Array
  label: string
  info: Uint8Array
  length: number
}): Promise<Bytes> {
  const { ids, secret, label, info, length } = options
  if (length > HASH_BYTES[ids.hash]) throw new CryptoError('bad_argument', 'length')
  const labeledInfo = concat(uint(length, 2), utf8('HPKE-v1'), suiteId(ids), utf8(label), info)
  const block = await hmac(await importHmacKey(ids.hash, secret), concat(labeledInfo, uint(1, 1)))
  return block.slice(0, length)
}
