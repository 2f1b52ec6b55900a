import { type Bytes, equalBytes } from '#crypto/bytes.ts'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { type Hash, HASH_BYTES, leafHash } from '../tree/hash.ts'

const VERSION = 1

/** What an entry lists: the keys of a person, or a statement that binds several people. */
export type ListedKind = 'keys' | 'statement'

/** An entry of the anchor log that lists something under a subject of its map. */
export type Listed = {
  readonly kind: ListedKind
  /** Hash of a name that is random, so that it tells nobody more than the name does. */
  readonly subject: Hash
  /** 1 for the first that this log lists under the subject. */
  readonly number: number
  /** Of what is listed. */
  readonly hash: Hash
  /** Hash of the entry before, under the same subject; null for the first. */
  readonly previous: Hash | null
}

/** What subject and hash are called, by kind. */
const NAMES = { keys: ['person', 'keys'], statement: ['statement', 'hash'] } as const

export function writeListed({ kind, subject, number, hash, previous }: Listed): Bytes {
  const [subjectName, hashName] = NAMES[kind]
  const value = { [subjectName]: toBase64(subject), [hashName]: toBase64(hash) }
  return writeChecked({ v: VERSION, ...value, number, prev: previous && toBase64(previous) }, readListed)
}

/** Undefined for an entry that says something else. */
export function readListed(entry: Uint8Array): Listed | undefined {
  const fields = readFields(entry)
  const kind: ListedKind = 'statement' in fields ? 'statement' : 'keys'
  const [subjectName, hashName] = NAMES[kind]
  const { v, [subjectName]: what, [hashName]: value, number, prev, ...others } = fields
  const [subject, hash] = [readHash(what), readHash(value)]
  const previous = prev === null ? null : readHash(prev)
  const isOdd = v !== VERSION || Object.keys(others).length > 0 || !isCount(number) || number < 1
  if (isOdd || !subject || !hash || previous === undefined || (number === 1) !== (previous === null)) return undefined
  return { kind, subject, number, hash, previous }
}

/**
 * Reads all that a log lists under a subject, the oldest first, each naming the one before.
 *
 * @param value what the map holds for the subject: the hash of the newest entry.
 * @throws {LedgerError} `bad_proof` when the entries are not those that led to it.
 */
export function readHistory(
  entries: readonly Uint8Array[],
  { kind, subject, value }: { kind: ListedKind; subject: Hash; value: Hash },
): Listed[] {
  let before: Hash | null = null
  const history = entries.map((entry, i) => {
    const listed = readListed(entry)
    const isNext =
      listed?.kind === kind &&
      listed.number === i + 1 &&
      equalBytes(listed.subject, subject) &&
      (before === null ? listed.previous === null : listed.previous !== null && equalBytes(listed.previous, before))
    if (!listed || !isNext) throw new LedgerError('bad_proof', 'what the log lists')
    before = leafHash(entry)
    return listed
  })
  if (before === null || !equalBytes(before, value)) throw new LedgerError('bad_proof', 'what the log lists')
  return history
}

/** Nothing is written that would not be read. */
export function writeChecked(value: Json, read: (entry: Uint8Array) => unknown): Bytes {
  const bytes = utf8(canonicalJson(value))
  if (!read(bytes)) throw new LedgerError('malformed', 'entry of the anchor log')
  return bytes
}

/** Members of an entry; none where it is no object. */
export function readFields(entry: Uint8Array): Readonly<Record<string, Json>> {
  try {
    const value = parseCanonicalJson(fromUtf8(entry))
    return value instanceof Object ? (value as Readonly<Record<string, Json>>) : {}
  } catch {
    return {}
  }
}

export function readHash(value: Json | undefined): Hash | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const hash = fromBase64(value)
    return hash.length === HASH_BYTES ? hash : undefined
  } catch {
    return undefined
  }
}

export const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0
