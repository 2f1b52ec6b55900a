import { sha512 } from '@noble/hashes/sha2.js'
import { concat, readUint, uint } from '../bytes.ts'
import { utf8 } from '../encoding.ts'

/** Signal's count: it adds 12 bits of work to each attempt at a look-alike. */
const ITERATIONS = 5200
const GROUP_BYTES = 5

/**
 * Digits that people compare or type, in groups of 5 separated by spaces.
 *
 * SHA-512, 5 200 times, each time over the hash so far and the whole input, so that no try is cheaper than the first; then 5-byte
 * numbers of the result modulo 100 000 (the construction of Signal's numeric fingerprints).
 *
 * @param label  what the digits are for: `label ‖ 00` opens the first hash.
 * @param groups at most 12.
 */
export function stretchedDigits(label: string, input: Uint8Array, groups: number): string {
  let hash = sha512(concat(utf8(label), uint(0, 1), input))
  for (let i = 1; i < ITERATIONS; i++) hash = sha512(concat(hash, input))
  return Array.from({ length: groups }, (_, group) =>
    String(readUint(hash, group * GROUP_BYTES, GROUP_BYTES) % 100_000).padStart(5, '0'),
  ).join(' ')
}
