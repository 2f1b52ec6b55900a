import { sha512 } from '@noble/hashes/sha2.js'
import { concat, readUint, uint } from '../bytes.ts'
import { toBase64Url, utf8 } from '../encoding.ts'

/** Signal's count: it adds 12 bits of work to each attempt at a look-alike. */
const ITERATIONS = 5200
const GROUP_BYTES = 5
/** Maximum number of hashes that are kept: a list of teams asks for the same codes each time it is shown. */
const MAX_KEPT = 500
/** Hashes of what is public, by label and input; the oldest goes first. */
const kept = new Map<string, Uint8Array>()

/**
 * Digits that people compare or type, in groups of 5 separated by spaces.
 *
 * SHA-512, 5 200 times, each time over the hash so far and the whole input, so that no try is cheaper than the first; then 5-byte
 * numbers of the result modulo 100 000 (the construction of Signal's numeric fingerprints).
 *
 * @param label  what the digits are for: `label ‖ 00` opens the first hash.
 * @param input  public: the hash made of it is kept while the program runs.
 * @param groups at most 12.
 */
export function stretchedDigits(label: string, input: Uint8Array, groups: number): string {
  const hash = stretched(label, input)
  return Array.from({ length: groups }, (_, group) =>
    String(readUint(hash, group * GROUP_BYTES, GROUP_BYTES) % 100_000).padStart(5, '0'),
  ).join(' ')
}

function stretched(label: string, input: Uint8Array): Uint8Array {
  const key = `${label} ${toBase64Url(input)}`
  const known = kept.get(key)
  if (known) return known
  let hash = sha512(concat(utf8(label), uint(0, 1), input))
  for (let i = 1; i < ITERATIONS; i++) hash = sha512(concat(hash, input))
  kept.set(key, hash)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return hash
}
