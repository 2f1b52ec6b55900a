import { base64 } from '@scure/base'
import { LedgerError } from '../errors.ts'
import type { Bytes } from '#crypto/bytes.ts'

/** RFC 4648 §4, with padding. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)

/** @throws {LedgerError} `malformed` for any other alphabet, missing padding, or unused bits that are not zero. */
export function fromBase64(text: string): Bytes {
  try {
    return new Uint8Array(base64.decode(text))
  } catch (cause) {
    throw new LedgerError('malformed', 'not base64', { cause })
  }
}

/**
 * As `fromBase64`, whatever the unused bits: other logs and witnesses accept them, and the signature decides.
 *
 * @throws {LedgerError} `malformed`
 */
export function fromLooseBase64(text: string): Bytes {
  const [, digits, last, padding] = /^([A-Za-z0-9+/]*)([A-Za-z0-9+/])(={1,2})$/.exec(text) ?? []
  if (digits === undefined || last === undefined) return fromBase64(text)
  const used = padding === '=' ? 0b111100 : 0b110000
  return fromBase64(`${digits}${ALPHABET[ALPHABET.indexOf(last) & used]}${padding}`)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
