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
