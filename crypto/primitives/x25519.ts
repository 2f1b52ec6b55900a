import { type Bytes, concat, requireLength } from '../bytes.ts'
import { fromBase64Url, fromHex } from '../encoding.ts'
import { CryptoError } from '../errors.ts'

const ALGORITHM = { name: 'X25519' }
/** PKCS #8 in front of a raw private key: WebCrypto has no raw private format for it. @see RFC 8410 §7 */
const PKCS8_PREFIX = fromHex('302e020100300506032b656e04220420')

/** Public key of a 32-byte private key. */
export async function x25519PublicKey(privateKey: Uint8Array): Promise<Bytes> {
  const key = await importPrivate(privateKey, true)
  const jwk = await crypto.subtle.exportKey('jwk', key)
  return fromBase64Url(jwk.x ?? '')
}

/**
 * X25519 of a private and a public key.
 *
 * @throws {CryptoError} `bad_argument` when the peer is a point of low order: WebCrypto refuses an all-zero secret.
 * @see RFC 7748 §6.1
 */
export async function x25519SharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Promise<Bytes> {
  requireLength('public key', publicKey, 32)
  const key = await importPrivate(privateKey, false)
  const peer = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), ALGORITHM, false, [])
  try {
    return new Uint8Array(await crypto.subtle.deriveBits({ ...ALGORITHM, public: peer }, key, 256))
  } catch (cause) {
    throw new CryptoError('bad_argument', 'public key', { cause })
  }
}

function importPrivate(privateKey: Uint8Array, extractable: boolean): Promise<CryptoKey> {
  requireLength('private key', privateKey, 32)
  return crypto.subtle.importKey('pkcs8', concat(PKCS8_PREFIX, privateKey), ALGORITHM, extractable, ['deriveBits'])
}
