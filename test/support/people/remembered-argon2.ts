import type { Argon2id } from '#crypto/primitives/argon2/argon2id.ts'
import { stretchArgon2id as stretch } from '#crypto/primitives/argon2/native.ts'

/** Maximum number of results that a process keeps. */
const MAX_KEPT = 500

const kept = new Map<string, Promise<Uint8Array>>()

/**
 * `#argon2` of the integration part: the same function, whose results for the same input are kept. A person of a test opens a vault again and
 * again, and each time costs 64 MiB and three passes. `crypto/primitives/argon2` and `crypto/identity` hold the function itself.
 */
export const stretchArgon2id: Argon2id = async (input) => {
  const { password, salt, m, t, p, length } = input
  const name = [Buffer.from(password).toString('hex'), Buffer.from(salt).toString('hex'), m, t, p, length].join()
  let result = kept.get(name)
  if (!result) {
    if (kept.size >= MAX_KEPT) kept.clear()
    result = stretch(input)
    kept.set(name, result)
    result.catch(() => kept.delete(name))
  }
  // A copy: callers erase the bytes that they got.
  return (await result).slice()
}
