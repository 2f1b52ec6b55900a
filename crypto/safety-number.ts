import { sha512 } from '@noble/hashes/sha2.js'
import type { PublicBundle } from './bundle.ts'
import { fingerprint } from './bundle.ts'
import { concat, readUint, uint } from './bytes.ts'
import { utf8 } from './encoding.ts'

/** Signal's count: it adds 12 bits of work to each attempt at a look-alike key. */
const ITERATIONS = 5200
const GROUPS = 6
const GROUP_BYTES = 5

/**
 * The 60 digits that two people compare, the same on both screens: 30 for each account, the smaller half first.
 *
 * @returns 12 groups of 5 digits, separated by spaces.
 *
 * Each half: SHA-512, 5 200 times, of the fingerprint; six 5-byte numbers of the result modulo 100 000 (the
 * construction of Signal's numeric fingerprints, with our own fingerprint inside).
 */
export async function safetyNumber(
  one: Pick<PublicBundle, 'userId' | 'keys'>,
  other: Pick<PublicBundle, 'userId' | 'keys'>,
): Promise<string> {
  const halves = [digits(await fingerprint(one)), digits(await fingerprint(other))]
  return halves.sort().join(' ')
}

function digits(fingerprint: Uint8Array): string {
  const label = concat(utf8('qs1/safety-number'), uint(0, 1))
  let hash = sha512(concat(label, fingerprint))
  for (let i = 1; i < ITERATIONS; i++) hash = sha512(concat(hash, fingerprint))

  const groups: string[] = []
  for (let i = 0; i < GROUPS; i++) {
    groups.push(String(readUint(hash, i * GROUP_BYTES, GROUP_BYTES) % 100_000).padStart(5, '0'))
  }
  return groups.join(' ')
}
