import { type Bytes, concat, equalBytes, readUint, requireLength, uint } from '../bytes.ts'
import { utf8, uuidBytes, uuidText } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { hpkeOpen, hpkeSeal } from '../primitives/hpke.ts'
import { keyId, digest, TAG_BYTES } from '../primitives/symmetric.ts'
import { KEY_BYTES, type WrappedKey } from './keys.ts'
import type { RandomSource } from '../primitives/random.ts'
import { readSuite, type Suite, type SuiteName, SUITES } from '../suites/suites.ts'

/** A KEM key pair of one suite. */
export type KemKeyPair = {
  readonly suite: SuiteName
  /** Private: 32 bytes for `std`, 64 otherwise. */
  readonly seed: Uint8Array
  readonly publicKey: Uint8Array
}

/** What is wrapped for whom; the number is byte 7 of the header. */
const WRAP_PURPOSES = {
  'file-to-user': 1,
  'space-to-user': 2,
  'account-to-recovery': 3,
  'account-to-device': 4,
  'device-to-owner': 5,
  'account-to-words': 6,
  'account-to-passkey': 7,
} as const

export type WrapPurpose = keyof typeof WRAP_PURPOSES

/** The readable part of a wrapped key. */
export type WrapHeader = {
  readonly suite: Suite
  readonly purpose: WrapPurpose
  /** UUID text of the file, space, account or device whose key this is. */
  readonly objectId: string
  readonly epoch: number
  /** SHA-256 of the recipient's public key. */
  readonly recipientKeyId: Bytes
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

const VERSION = 1
const HEADER_BYTES = 60

/**
 * Wraps a 32-byte key for a public key.
 *
 * @param options.objectId UUID text.
 * @param options.epoch    0 to 2^32 - 1; 0 where the object has no epochs.
 * @returns header (60), enc, sealed key (48): 1 228 bytes for `std`.
 * @throws {CryptoError} `bad_argument`
 *
 * HPKE does not say who wrapped: a wrap counts only with a statement that vouches for it (`grant.ts`, `roster.ts`, `policy.ts`, `delivery.ts`).
 */
export async function wrapKey(options: {
  key: Uint8Array
  recipientPublicKey: Uint8Array
  purpose: WrapPurpose
  objectId: string
  epoch: number
  random: RandomSource
  suite?: SuiteName
}): Promise<WrappedKey> {
  const { key, recipientPublicKey, purpose, objectId, epoch, random, suite: name = 'std' } = options
  const suite = SUITES[name]
  requireLength('key', key, KEY_BYTES)
  requireLength('public key', recipientPublicKey, suite.publicKeyBytes)

  const header = concat(
    uint(VERSION, 1),
    uint(suite.kem, 2),
    uint(suite.kdf, 2),
    uint(suite.aead, 2),
    uint(WRAP_PURPOSES[purpose], 1),
    uuidBytes(objectId),
    uint(epoch, 4),
    await keyId(recipientPublicKey),
  )
  const sealed = await hpkeSeal({ suite, publicKey: recipientPublicKey, info: wrapInfo(header), plain: key, random })
  return concat(header, sealed.enc, sealed.ciphertext) as WrappedKey
}

/**
 * Reads the header of a wrapped key without any key.
 *
 * @throws {CryptoError} `unwrap_failed` for wrong version, purpose or length; `unsupported_suite`.
 */
export function parseWrap(wrapped: Uint8Array): WrapHeader {
  if (wrapped.length < HEADER_BYTES || wrapped[0] !== VERSION) throw new CryptoError('unwrap_failed', 'wrapped key')

  const suite = readSuite(wrapped, 1)
  const purpose = readPurpose(wrapped[7])
  if (!purpose || wrapped.length !== HEADER_BYTES + suite.encBytes + KEY_BYTES + TAG_BYTES) {
    throw new CryptoError('unwrap_failed', 'wrapped key')
  }
  return {
    suite,
    purpose,
    objectId: uuidText(wrapped.subarray(8, 24)),
    epoch: readUint(wrapped, 24, 4),
    recipientKeyId: new Uint8Array(wrapped.subarray(28, HEADER_BYTES)),
    enc: new Uint8Array(wrapped.subarray(HEADER_BYTES, HEADER_BYTES + suite.encBytes)),
    ciphertext: new Uint8Array(wrapped.subarray(HEADER_BYTES + suite.encBytes)),
  }
}

/**
 * Unwraps a key for the purpose and object that the caller expects, with a key pair of the suite it expects: a wrap
 * under another suite is refused whatever its header says.
 *
 * @returns 32 bytes.
 * @throws {CryptoError} `unwrap_failed`, `unsupported_suite`
 */
export async function unwrapKey(options: {
  wrapped: Uint8Array
  recipient: KemKeyPair
  purpose: WrapPurpose
  objectId: string
  epoch: number
}): Promise<Bytes> {
  const { wrapped, recipient, purpose, objectId, epoch } = options
  const header = parseWrap(wrapped)
  if (header.suite.name !== recipient.suite) throw new CryptoError('unsupported_suite', 'suite')

  const isExpected = header.purpose === purpose && header.objectId === objectId.toLowerCase() && header.epoch === epoch
  if (!isExpected || !equalBytes(header.recipientKeyId, await keyId(recipient.publicKey))) {
    throw new CryptoError('unwrap_failed', 'wrapped key')
  }
  try {
    const { suite, enc, ciphertext } = header
    const info = wrapInfo(wrapped.subarray(0, HEADER_BYTES))
    return await hpkeOpen({ suite, seed: recipient.seed, enc, info, ciphertext })
  } catch (cause) {
    throw new CryptoError('unwrap_failed', 'wrapped key', { cause })
  }
}

/** SHA-256 of a wrapped key, as rosters and grants name it. 32 bytes. */
export function wrapHash(wrapped: Uint8Array): Promise<Bytes> {
  return digest('SHA-256', wrapped)
}

const wrapInfo = (header: Uint8Array) => concat(utf8('qs1/wrap'), header)

function readPurpose(value: number | undefined): WrapPurpose | undefined {
  const names = Object.keys(WRAP_PURPOSES) as WrapPurpose[]
  return names.find((name) => WRAP_PURPOSES[name] === value)
}
