import { CryptoError } from './errors.ts'

/** Bytes that WebCrypto and `Blob` accept: never backed by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Joins byte strings in order into fresh memory. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  let length = 0
  for (const part of parts) length += part.length

  const joined = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Compares two byte strings without stopping at the first difference; lengths are not secret. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false

  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

/** Big-endian unsigned integer of `length` bytes; `value` is an integer from 0 to 2^53 - 1. */
export function uint(value: number, length: number): Bytes {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** length) {
    throw new CryptoError('bad_argument', `number does not fit ${length} bytes`)
  }

  const bytes = new Uint8Array(length)
  for (let i = length - 1; i >= 0; i--) {
    bytes[i] = value % 256
    value = Math.floor(value / 256)
  }
  return bytes
}

/** Reads a big-endian unsigned integer of up to 6 bytes. */
export function readUint(bytes: Uint8Array, offset: number, length: number): number {
  let value = 0
  for (let i = offset; i < offset + length; i++) value = value * 256 + (bytes[i] ?? 0)
  return value
}

/** @throws {CryptoError} `bad_argument` unless `bytes` is a byte string of exactly `length` bytes. */
export function requireLength(what: string, bytes: Uint8Array, length: number): void {
  if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
    throw new CryptoError('bad_argument', `${what} must be ${length} bytes`)
  }
}
