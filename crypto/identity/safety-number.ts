import type { PublicBundle } from './bundle.ts'
import { fingerprint } from './bundle.ts'
import { stretchedDigits } from './digits.ts'

const GROUPS = 6

/**
 * The 60 digits that two people compare, the same on both screens: 30 for each account, the smaller half first.
 *
 * @returns 12 groups of 5 digits, separated by spaces: `stretchedDigits` of each fingerprint.
 */
export async function safetyNumber(
  one: Pick<PublicBundle, 'userId' | 'keys'>,
  other: Pick<PublicBundle, 'userId' | 'keys'>,
): Promise<string> {
  const halves = [digits(await fingerprint(one)), digits(await fingerprint(other))]
  return halves.sort().join(' ')
}

const digits = (print: Uint8Array): string => stretchedDigits('qs1/safety-number', print, GROUPS)
