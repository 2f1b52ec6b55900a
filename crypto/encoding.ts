import type { Bytes } from './bytes.ts'
import { CryptoError } from './errors.ts'

const BASE64URL = /^[A-Za-z0-9_-]*$/
const HEX = /^(?:[0-9a-fA-F]{2})*$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 of a text. */
export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

/** @throws {CryptoError} `bad_argument` when the bytes are not valid UTF-8: never a silent U+FFFD. */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new CryptoError('bad_argument', 'not UTF-8', { cause })
  }
}

/** RFC 4648 §5, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  // 8 KiB at a time: `fromCharCode(...bytes)` overflows the stack on a long argument list.
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws {CryptoError} `bad_argument` on any other alphabet, padding, or unused bits that are not zero. */
export function fromBase64Url(text: string): Bytes {
  if (!BASE64URL.test(text) || text.length % 4 === 1) throw new CryptoError('bad_argument', 'not base64url')

  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)

  // One byte string, one text: a second spelling would slip past comparisons of the text.
  if (toBase64Url(bytes.subarray(bytes.length - (bytes.length % 3))) !== text.slice(text.length - (text.length % 4))) {
    throw new CryptoError('bad_argument', 'not canonical base64url')
  }
  return bytes
}

/** Lower case. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** @throws {CryptoError} `bad_argument` when the text is not pairs of hexadecimal digits. */
export function fromHex(text: string): Bytes {
  if (!HEX.test(text)) throw new CryptoError('bad_argument', 'not hexadecimal')

  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

/**
 * The 16 bytes of a UUID text; this is how every id enters associated data.
 *
 * @throws {CryptoError} `bad_argument`
 */
export function uuidBytes(uuid: string): Bytes {
  if (!UUID.test(uuid)) throw new CryptoError('bad_argument', 'not a UUID')
  return fromHex(uuid.replaceAll('-', ''))
}

/** UUID text, lower case, of 16 bytes. */
export function uuidText(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new CryptoError('bad_argument', 'a UUID is 16 bytes')
  const hex = toHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
