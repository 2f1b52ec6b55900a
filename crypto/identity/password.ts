import { stretchArgon2id } from '#argon2'
import type { Bytes } from '../bytes.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { asKeyEncryptionKey, KEY_BYTES, type KeyEncryptionKey } from '../envelope/keys.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import { hkdf } from '../primitives/symmetric.ts'

/** Argon2id parameters of an account, as the server keeps them. */
export type KdfParameters = {
  /** 16 random bytes, new at each password change. */
  readonly salt: Uint8Array
  /** Memory in KiB. */
  readonly m: number
  /** Passes. */
  readonly t: number
  /** Lanes. */
  readonly p: number
  /** Version of this derivation; 1 is Argon2id (0x13) then HKDF-SHA-256. */
  readonly v: number
}

/** What a password becomes: a secret for the server and a key that never leaves this device. */
export type PasswordKeys = {
  /** `qs1.` and 43 characters; sent as the password at login. */
  readonly authSecret: string
  /** Wraps the account master key. */
  readonly kek: KeyEncryptionKey
}

/** First characters of every login secret; the server refuses other passwords for an enrolled account. */
const AUTH_SECRET_PREFIX = 'qs1.'

const SALT_BYTES = 16
const KIB_PER_GIB = 1024 * 1024
const MIN_MEMORY_KIB = 64 * 1024

/** Parameters for a new password: 64 MiB, three passes, four lanes (RFC 9106 §4, second choice). */
export function newKdfParameters(random: RandomSource): KdfParameters {
  return { salt: draw(random, SALT_BYTES), m: MIN_MEMORY_KIB, t: 3, p: 4, v: 1 }
}

/**
 * Refuses parameters that a server must not get away with. Weak ones would make the login secret cheap to invert;
 * huge ones would freeze the device.
 *
 * @throws {CryptoError} `weak_parameters` for memory under 64 MiB or over 1 GiB, passes under 3 or over 10, lanes
 * outside 1 to 16, a salt that is not 16 bytes, or an unknown version.
 */
export function checkKdfParameters(parameters: KdfParameters): void {
  const { salt, m, t, p, v } = parameters
  const isSalt = salt instanceof Uint8Array && salt.length === SALT_BYTES

  if (!isSalt || !isInside(m, MIN_MEMORY_KIB, KIB_PER_GIB) || !isInside(t, 3, 10) || !isInside(p, 1, 16) || v !== 1) {
    throw new CryptoError('weak_parameters', 'key derivation parameters are outside the accepted range')
  }
}

/**
 * Derives the login secret and the key-encryption key. Takes about half a second and 64 MiB: call it in a worker.
 *
 * @param options.password as typed. It is normalised to Unicode NFKC, so that the same word typed on another keyboard
 * (composed or decomposed accents, full-width letters) is the same password; nothing is trimmed.
 * @throws {CryptoError} `weak_parameters`, or `bad_argument` for an empty password.
 *
 * Argon2id (RFC 9106), 32 bytes, then HKDF-SHA-256 with empty salt, info `qs1/auth` and `qs1/kek`.
 */
export async function derivePassword(options: { password: string; parameters: KdfParameters }): Promise<PasswordKeys> {
  const { password, parameters } = options
  checkKdfParameters(parameters)
  const secret = await stretch(utf8(password.normalize('NFKC')), parameters)
  return {
    authSecret: authSecret(await deriveKey(secret, 'qs1/auth')),
    kek: asKeyEncryptionKey(await deriveKey(secret, 'qs1/kek')),
  }
}

const isInside = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high

/** Internal to this part: Argon2id under parameters that were checked. 32 bytes. */
export async function stretch(password: Bytes, { salt, m, t, p }: KdfParameters): Promise<Uint8Array> {
  if (password.length === 0) throw new CryptoError('bad_argument', 'empty password')
  return stretchArgon2id({ password, salt, m, t, p, length: KEY_BYTES })
}

/** Internal to this part: one 32-byte key of a high-entropy secret. */
export function deriveKey(secret: Uint8Array, label: string): Promise<Bytes> {
  return hkdf({ hash: 'SHA-256', secret, info: utf8(label), length: KEY_BYTES })
}

/** Internal to this part: the text form of a secret that the server may see. */
export function authSecret(key: Uint8Array): string {
  return AUTH_SECRET_PREFIX + toBase64Url(key)
}
