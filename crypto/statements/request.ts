import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { toBase64Url, utf8, uuidBytes } from '../encoding.ts'
import { openBytes, sealBytes } from '../envelope/floe.ts'
import { asKeyEncryptionKey, KEY_BYTES, type KeyEncryptionKey } from '../envelope/keys.ts'
import { type LinkPassword, linkHkdfInput } from '../envelope/link.ts'
import { deriveKey } from '../identity/password.ts'
import type { RandomSource } from '../primitives/random.ts'
import { digest } from '../primitives/symmetric.ts'

declare const kind: unique symbol
/** 32 bytes from a request's fragment: says that a delivery came from somebody who has its address. */
export type DeliveryKey = Bytes & { readonly [kind]: 'DeliveryKey' }

/** What the secret in the fragment of a request for files becomes. */
export type RequestKeys = {
  /** Shown to the server to get in; the server stores only its SHA-256. 43 characters. */
  readonly accessToken: string
  /** Base64url of SHA-256 of the token's 32 bytes. */
  readonly accessTokenHash: string
  /** Seals what the sender reads: who asks, for what, and the public key that content is sealed to. */
  readonly descriptionKey: KeyEncryptionKey
  readonly deliveryKey: DeliveryKey
}

/**
 * What the address alone becomes, without its password, as with a link.
 *
 * @param secret 32 random bytes from the fragment.
 * @throws {CryptoError} `bad_argument`
 */
export async function deriveRequestDoor(secret: Uint8Array): Promise<{ token: string; tokenHash: string }> {
  requireLength('request secret', secret, KEY_BYTES)
  const token = await deriveKey(secret, 'qs1/request/door')
  return { token: toBase64Url(token), tokenHash: toBase64Url(await digest('SHA-256', token)) }
}

/**
 * Derives a request's keys. With a password, a wrong one gives other keys and another token.
 *
 * @throws {CryptoError} `bad_argument`, `weak_parameters`
 *
 * HKDF-SHA-256 of secret, or secret ‖ Argon2id(password); info `qs1/request/token`, `…/key` and `…/delivery`.
 */
export async function deriveRequest(options: { secret: Uint8Array; password?: LinkPassword }): Promise<RequestKeys> {
  const input = await linkHkdfInput(options)
  const token = await deriveKey(input, 'qs1/request/token')
  return {
    accessToken: toBase64Url(token),
    accessTokenHash: toBase64Url(await digest('SHA-256', token)),
    descriptionKey: asKeyEncryptionKey(await deriveKey(input, 'qs1/request/key')),
    deliveryKey: asDeliveryKey(await deriveKey(input, 'qs1/request/delivery')),
  }
}

/** @throws {CryptoError} `bad_argument` */
export function asDeliveryKey(bytes: Uint8Array): DeliveryKey {
  requireLength('delivery key', bytes, KEY_BYTES)
  return bytes as DeliveryKey
}

/**
 * Seals what a request tells the sender. FLOE, because the key may come from a password.
 *
 * @param options.requestId UUID text, the associated data.
 */
export function sealDescription(options: {
  key: KeyEncryptionKey
  requestId: string
  plain: Uint8Array
  random: RandomSource
}): Promise<Bytes> {
  const { key, requestId, plain, random } = options
  return sealBytes({ key, aad: descriptionAad(requestId), plain, random })
}

/** Inverse of `sealDescription`. @throws {CryptoError} `open_failed` */
export function openDescription(options: {
  key: KeyEncryptionKey
  requestId: string
  sealed: Uint8Array
}): Promise<Bytes> {
  const { key, requestId, sealed } = options
  return openBytes({ key, aad: descriptionAad(requestId), sealed })
}

const descriptionAad = (requestId: string) => concat(utf8('qs1/request'), uint(0, 1), uuidBytes(requestId))
