import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { toBase64Url, utf8, uuidBytes } from '../encoding.ts'
import { openBytes, sealBytes } from './floe.ts'
import { asKeyEncryptionKey, KEY_BYTES, type KeyEncryptionKey } from './keys.ts'
import { checkKdfParameters, deriveKey, type KdfParameters, stretch } from '../identity/password.ts'
import type { RandomSource } from '../primitives/random.ts'
import { digest } from '../primitives/symmetric.ts'

/** Typed by a person, with the Argon2id parameters that go with it. */
export type LinkPassword = { text: string; parameters: KdfParameters }

/** What the secret in a link's fragment becomes. */
export type LinkKeys = {
  /** Shown to the server to fetch anything; the server stores only its SHA-256. 43 characters. */
  readonly accessToken: string
  /** Base64url of SHA-256 of the token's 32 bytes: what the server stores. */
  readonly accessTokenHash: string
  /** Wraps the file key for everyone who has the link (and its password). */
  readonly linkKey: KeyEncryptionKey
}

/**
 * What the link alone becomes, without its password: shown to learn whether the link lives and how its password is
 * stretched, so that an id alone learns nothing. The server stores the hash, as with the access token.
 *
 * @param secret 32 random bytes from the link's fragment.
 * @throws {CryptoError} `bad_argument`
 */
export async function deriveLinkDoor(secret: Uint8Array): Promise<{ token: string; tokenHash: string }> {
  requireLength('link secret', secret, KEY_BYTES)
  const token = await deriveKey(secret, 'qs1/link/door')
  return { token: toBase64Url(token), tokenHash: toBase64Url(await digest('SHA-256', token)) }
}

/**
 * Derives a link's keys. With a password, a wrong one gives another token as well as another key, so the server can
 * refuse it and cannot test it.
 *
 * @param options.secret     32 random bytes from the link's fragment.
 * @param options.password   normalised to NFKC, stretched with Argon2id.
 * @throws {CryptoError} `bad_argument`, `weak_parameters`
 *
 * HKDF-SHA-256 of secret, or secret ‖ Argon2id(password); info `qs1/link/token` and `qs1/link/key`.
 */
export async function deriveLink(options: { secret: Uint8Array; password?: LinkPassword }): Promise<LinkKeys> {
  const input = await linkHkdfInput(options)
  const token = await deriveKey(input, 'qs1/link/token')
  return {
    accessToken: toBase64Url(token),
    accessTokenHash: toBase64Url(await digest('SHA-256', token)),
    linkKey: asKeyEncryptionKey(await deriveKey(input, 'qs1/link/key')),
  }
}

/**
 * Internal to this part: what a secret of an address becomes with its password, 32 or 64 bytes for HKDF.
 * @throws {CryptoError} `bad_argument`, `weak_parameters`
 */
export async function linkHkdfInput(options: { secret: Uint8Array; password?: LinkPassword }): Promise<Uint8Array> {
  const { secret, password } = options
  requireLength('link secret', secret, KEY_BYTES)
  if (!password) return secret
  checkKdfParameters(password.parameters)
  return concat(secret, await stretch(utf8(password.text.normalize('NFKC')), password.parameters))
}

/**
 * Seals what a link hands over (file keys, names). FLOE, because the key may come from a password.
 *
 * @param options.linkId UUID text, the associated data.
 */
export function sealForLink(options: {
  linkKey: KeyEncryptionKey
  linkId: string
  plain: Uint8Array
  random: RandomSource
}): Promise<Bytes> {
  const { linkKey, linkId, plain, random } = options
  return sealBytes({ key: linkKey, aad: linkAad(linkId), plain, random })
}

/** Inverse of `sealForLink`. @throws {CryptoError} `open_failed` */
export function openFromLink(options: {
  linkKey: KeyEncryptionKey
  linkId: string
  sealed: Uint8Array
}): Promise<Bytes> {
  const { linkKey, linkId, sealed } = options
  return openBytes({ key: linkKey, aad: linkAad(linkId), sealed })
}

const linkAad = (linkId: string) => concat(utf8('qs1/link'), uint(0, 1), uuidBytes(linkId))
