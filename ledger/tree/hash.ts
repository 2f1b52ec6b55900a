import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#crypto/bytes.ts'

/** SHA-256: 32 bytes. */
export type Hash = Bytes
export const HASH_BYTES = 32

/** The largest size of a tree: what a number holds exactly. */
export const MAX_SIZE: number = Number.MAX_SAFE_INTEGER

/** Leaves and nodes are hashed behind different bytes, so that no node can be passed off as an entry. */
const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

const hash = (...parts: readonly Uint8Array[]): Hash => {
  const hasher = sha256.create()
  for (const part of parts) hasher.update(part)
  return new Uint8Array(hasher.digest())
}

/** @see RFC 6962 §2.1 */
export const leafHash = (entry: Uint8Array): Hash => hash(LEAF, entry)

/** @see RFC 6962 §2.1 */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Hash => hash(NODE, left, right)

/** The root of a tree without entries. */
export const EMPTY_ROOT: Hash = hash()
