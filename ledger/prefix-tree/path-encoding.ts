import { type Bytes, concat, equalBytes } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'
import type { PrefixPath, PrefixStep } from './prefix-tree.ts'

const LABEL = utf8('mptproof')
/** The way ends at the key itself: its value is enough. The form of waict-transparency-spec. */
const INCLUDED = 0x01
/** The way ends at another key, which stands before its value. The specification has no form for this yet; this one is ours. */
const ABSENT = 0x02
/** The map holds nothing. Ours as well. */
const EMPTY = 0x03
const STEP_BYTES = 1 + HASH_BYTES
const MAX_STEPS = 256

/** Bytes of a path for the key that it was made for. */
export function encodePath(key: Hash, path: PrefixPath | undefined): Bytes {
  if (!path) return concat(LABEL, Uint8Array.of(EMPTY))
  const { end, steps } = path
  const isKey = equalBytes(end.key, key)
  const head = isKey ? [Uint8Array.of(INCLUDED), end.value] : [Uint8Array.of(ABSENT), end.key, end.value]
  return concat(LABEL, ...head, ...steps.flatMap(({ bit, sibling }) => [Uint8Array.of(bit), sibling]))
}

/** @returns undefined where it says that the map is empty. @throws {LedgerError} `malformed` */
export function decodePath(key: Hash, bytes: Uint8Array): PrefixPath | undefined {
  if (equalBytes(bytes, encodePath(key, undefined))) return undefined
  const kind = bytes[LABEL.length]
  const isKey = kind === INCLUDED
  const start = LABEL.length + 1
  const stepsStart = start + (isKey ? 1 : 2) * HASH_BYTES
  const count = (bytes.length - stepsStart) / STEP_BYTES
  const isLabelled = LABEL.every((byte, i) => bytes[i] === byte) && (isKey || kind === ABSENT)
  if (!isLabelled || !Number.isInteger(count) || count < 0 || count > MAX_STEPS)
    throw new LedgerError('malformed', 'path of a map')

  const hashAt = (at: number): Hash => new Uint8Array(bytes.subarray(at, at + HASH_BYTES))
  const end = isKey ? { key, value: hashAt(start) } : { key: hashAt(start), value: hashAt(start + HASH_BYTES) }
  // One path, one text: what ends at the key has the shorter form.
  if (!isKey && equalBytes(end.key, key)) throw new LedgerError('malformed', 'path of a map')
  const steps = Array.from({ length: count }, (_, i): PrefixStep => {
    const at = stepsStart + i * STEP_BYTES
    return { bit: bytes[at] ?? 0, sibling: hashAt(at + 1) }
  })
  return { end, steps }
}
