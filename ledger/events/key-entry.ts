import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { toBase64 } from '../notes/base64.ts'
import type { Hash } from '../tree/hash.ts'
import {
  isCount,
  type Listed,
  readFields,
  readHash,
  readHistory,
  readListed,
  writeChecked,
  writeListed,
} from './listed-entry.ts'

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
  return writeListed({ kind: 'keys', subject: person, number, hash: fingerprint, previous })
}

/** Undefined for an entry that says something else. */
export function readListedKeys(entry: Uint8Array): ListedKeys | undefined {
  const listed = readListed(entry)
  return listed?.kind === 'keys' ? keysOf(listed) : undefined
}

const keysOf = ({ subject: person, number, hash: fingerprint, previous }: Listed): ListedKeys => ({
  person,
  number,
  fingerprint,
  previous,
})

/** As `readHistory`, of a person. */
export function readKeyHistory(entries: readonly Uint8Array[], person: Hash, value: Hash): ListedKeys[] {
  return readHistory(entries, { kind: 'keys', subject: person, value }).map(keysOf)
}

/**
 * What the log says of everything that it lists at a moment: the root of a map from each subject, a person or the place of a statement, to the
 * hash of its newest entry. It is the last entry whenever the log was added to, so each signed tree ends with one.
 */
export type StatedMap = { readonly root: Hash; readonly subjects: number }

/** Subjects are written as `people`: the first maps held nothing else, and a reader of those reads these. */
export function writeStatedMap({ root, subjects }: StatedMap): Bytes {
  return writeChecked({ v: VERSION, map: toBase64(root), people: subjects }, readStatedMap)
}

/** Undefined for an entry that says something else. */
export function readStatedMap(entry: Uint8Array): StatedMap | undefined {
  const { v, map, people, ...others } = readFields(entry)
  const root = readHash(map)
  if (v !== VERSION || Object.keys(others).length > 0 || !root || !isCount(people)) return undefined
  return { root, subjects: people }
}
