import type { Bytes } from '../bytes.ts'
import { uuidText } from '../encoding.ts'
import { CryptoError } from '../errors.ts'

/** Gives `length` fresh unpredictable bytes at each call. Tests hand in their own. */
export type RandomSource = (length: number) => Uint8Array

/** The platform's generator, in pieces because `getRandomValues` refuses more than 65 536 bytes at once. */
export const systemRandom: RandomSource = (length) => {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i += 65_536) crypto.getRandomValues(bytes.subarray(i, i + 65_536))
  return bytes
}

/**
 * Draws bytes and checks the count, so that a broken source cannot shorten a key or an IV.
 *
 * @throws {CryptoError} `bad_argument`
 */
export function draw(random: RandomSource, length: number): Bytes {
  const bytes = random(length)
  if (bytes.length !== length) throw new CryptoError('bad_argument', 'random source gave another length')
  return new Uint8Array(bytes)
}

/** A random (version 4) UUID text, for content ids and other names that the client makes itself. */
export function randomUuid(random: RandomSource): string {
  const bytes = draw(random, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes)
}
