import type { Bytes } from '../bytes.ts'

/** Hashes that this part uses; SHA-512 only where Ed25519 and the safety number ask for it. */
export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512'

export const IV_BYTES = 12
export const TAG_BYTES = 16

/**
 * WebCrypto refuses shared memory and TypeScript says so in its types. Nothing here shares memory between threads,
 * so the claim is made once, in this file, instead of at every call.
 */
const bytes = (view: Uint8Array): Bytes => view as Bytes

/** Imports 32 (or 16, in test vectors) bytes for AES-GCM; the result cannot be exported. */
export function importAesKey(key: Uint8Array, usages: readonly ('encrypt' | 'decrypt')[]): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes(key), 'AES-GCM', false, [...usages])
}

/** AES-GCM, 128-bit tag at the end. The platform copies `plain` before it returns, so the caller may reuse it. */
export async function aesGcmSeal(key: CryptoKey, iv: Uint8Array, aad: Uint8Array, plain: Uint8Array): Promise<Bytes> {
  const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: bytes(aad) }
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes(plain)))
}

/** Inverse of `aesGcmSeal`; rejects with the platform's `OperationError`, which callers replace by their own code. */
export async function aesGcmOpen(key: CryptoKey, iv: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Promise<Bytes> {
  const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: bytes(aad) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes(sealed)))
}

/** Imports a key for HMAC. An empty key becomes one zero byte: the same HMAC, and WebCrypto refuses length 0. */
export function importHmacKey(hash: HashName, key: Uint8Array): Promise<CryptoKey> {
  const raw = key.length === 0 ? new Uint8Array(1) : bytes(key)
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash }, false, ['sign'])
}

/** HMAC under an imported key. */
export async function hmac(key: CryptoKey, message: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(message)))
}

/** Digest of a message. */
export async function digest(hash: HashName, message: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes(message)))
}

/**
 * HKDF, extract and expand.
 *
 * @param length at most 255 times the hash length, in bytes.
 * @see RFC 5869
 */
export async function hkdf(options: {
  hash: HashName
  secret: Uint8Array
  salt?: Uint8Array
  info: Uint8Array
  length: number
}): Promise<Bytes> {
  const { hash, secret, salt = new Uint8Array(), info, length } = options
  const key = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, ['deriveBits'])
  const algorithm = { name: 'HKDF', hash, salt: bytes(salt), info: bytes(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8))
}

/** Name of a public key: SHA-256 of its raw bytes. 32 bytes. */
export function keyId(publicKey: Uint8Array): Promise<Bytes> {
  return digest('SHA-256', publicKey)
}
