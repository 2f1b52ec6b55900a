import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, equalBytes } from '#crypto/bytes.ts'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { type Hash, HASH_BYTES, leafHash } from '../tree/hash.ts'

const VERSION = 1

/** Under this the log lists somebody's keys. The id of an account is random, so the hash tells nobody more than it. */
export const personKey = (userId: string): Hash =>
  new Uint8Array(sha256(utf8(`quantumshield/person\n${userId.toLowerCase()}`)))

/** The keys of a person, as the log lists them. */
export type ListedKeys = {
  readonly person: Hash
  /** 1 for the first that this log lists of the person. */
  readonly number: number
  /** Of the person's public keys, as people compare it. */
  readonly fingerprint: Hash
  /** Hash of the entry for the keys before; null for the first. */
  readonly previous: Hash | null
}

export function writeListedKeys({ person, number, fingerprint, previous }: ListedKeys): Bytes {
  const before = previous && toBase64(previous)
  return checked(
    { v: VERSION, person: toBase64(person), number, keys: toBase64(fingerprint), prev: before },
    readListedKeys,
  )
}

/** Undefined for an entry that says something else. */
export function readListedKeys(entry: Uint8Array): ListedKeys | undefined {
  const { v, person, number, keys, prev, ...others } = fieldsOf(entry)
  const [who, fingerprint] = [hashOf(person), hashOf(keys)]
  const previous = prev === null ? null : hashOf(prev)
  const isOdd = v !== VERSION || Object.keys(others).length > 0 || !isCount(number) || number < 1
  if (isOdd || !who || !fingerprint || previous === undefined || (number === 1) !== (previous === null))
    return undefined
  return { person: who, number, fingerprint, previous }
}

/**
 * Reads all that a log lists of a person, the oldest first, each naming the one before.
 *
 * @param value what the map holds for the person: the hash of the newest entry.
 * @throws {LedgerError} `bad_proof` when the entries are not those that led to it.
 */
export function readKeyHistory(entries: readonly Uint8Array[], person: Hash, value: Hash): ListedKeys[] {
  let before: Hash | null = null
  const history = entries.map((entry, i) => {
    const listed = readListedKeys(entry)
    const isNext =
      listed?.number === i + 1 &&
      equalBytes(listed.person, person) &&
      (before === null ? listed.previous === null : listed.previous !== null && equalBytes(listed.previous, before))
    if (!listed || !isNext) throw new LedgerError('bad_proof', 'keys that the log lists')
    before = leafHash(entry)
    return listed
  })
  if (before === null || !equalBytes(before, value)) throw new LedgerError('bad_proof', 'keys that the log lists')
  return history
}

/**
 * What the log says of everybody's keys at a moment: the root of a map from each person to the hash of the newest entry that lists their keys.
 * It is the last entry whenever the log was added to, so each signed tree ends with one.
 */
export type StatedMap = { readonly root: Hash; readonly people: number }

export function writeStatedMap({ root, people }: StatedMap): Bytes {
  return checked({ v: VERSION, map: toBase64(root), people }, readStatedMap)
}

/** Undefined for an entry that says something else. */
export function readStatedMap(entry: Uint8Array): StatedMap | undefined {
  const { v, map, people, ...others } = fieldsOf(entry)
  const root = hashOf(map)
  if (v !== VERSION || Object.keys(others).length > 0 || !root || !isCount(people)) return undefined
  return { root, people }
}

/** Nothing is written that would not be read. */
function checked(value: Json, read: (entry: Uint8Array) => unknown): Bytes {
  const bytes = utf8(canonicalJson(value))
  if (!read(bytes)) throw new LedgerError('malformed', 'entry about keys')
  return bytes
}

function fieldsOf(entry: Uint8Array): Readonly<Record<string, Json>> {
  try {
    const value = parseCanonicalJson(fromUtf8(entry))
    return value instanceof Object ? (value as Readonly<Record<string, Json>>) : {}
  } catch {
    return {}
  }
}

function hashOf(value: Json | undefined): Hash | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const hash = fromBase64(value)
    return hash.length === HASH_BYTES ? hash : undefined
  } catch {
    return undefined
  }
}

const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0
