import { createHash } from 'node:crypto'
import type { Hash } from '../tree/hash.ts'

/** MTH of RFC 6962 §2.1 over leaf hashes, as it is written there and with another implementation of SHA-256. */
export function independentRoot(leaves: readonly Uint8Array[]): Hash {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return new Uint8Array(leaves[0] ?? [])
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Uint8Array.of(1), independentRoot(leaves.slice(0, half)), independentRoot(leaves.slice(half)))
}

function sha256(...parts: readonly Uint8Array[]): Hash {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
