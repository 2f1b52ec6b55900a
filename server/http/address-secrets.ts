import { createHash, timingSafeEqual } from 'node:crypto'
import type { RateLimits } from './rate-limits.ts'

/** What somebody without an account shows of the address of a link or a request, base64url; undefined when it is missing. */
export type ShownSecrets = { lookupToken: string | undefined; token: string | undefined }

/** A stored address: hash of its token, and how its password is stretched. */
type Address = { id: string; token_hash: string; kdf: Record<string, unknown> | null }

/** Compared with when there is no such address, so that the answer takes the same steps. */
const NO_HASH = createHash('sha256').update('no such address').digest()

/** Constant in time: both sides are hashes of the same length. */
export function isSecret(shown: string | undefined, storedHash: string | undefined): boolean {
  const actual = createHash('sha256')
    .update(Buffer.from(shown ?? '', 'base64url'))
    .digest()
  const expected = storedHash === undefined ? NO_HASH : Buffer.from(storedHash, 'base64url')
  return timingSafeEqual(actual, expected)
}

/**
 * Whether a token, which is made of the secret and the password, opens an address. With a password, each wrong one uses up a try; a right
 * one uses up none, but passes only while there is one: otherwise the number of wrong tries would limit no guessing.
 * Ask only when the lookup token was right: then nobody without the address can use up the tries.
 * @throws {RateLimitError}
 */
export async function opensAddress(limits: RateLimits, address: Address, token: string | undefined): Promise<boolean> {
  const { id, token_hash: hash, kdf } = address
  const isRight = isSecret(token, hash)
  if (kdf) await limits.take('linkPassword', id, { cost: isRight ? 0 : 1 })
  return isRight
}
