import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, equalBytes } from '#crypto/bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, utf8, uuidBytes } from '#crypto/encoding.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { MAX_ENTRY_BYTES } from '../tree/entry-bundle.ts'

/** What an event says to everyone who reads the log. */
export type PublicEvent = {
  /** A UUID. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly category: string
  readonly type: string
  readonly status: string
  readonly risk: string
}

/** What it says only to those who are shown it, in three groups that can be shown one without the other: the log holds a commitment to each. */
export const GROUPS = ['who', 'where', 'what'] as const
export type Group = (typeof GROUPS)[number]

/** A group as text, and the salt without which its commitment tells nothing: the same address has another one in each event. */
export type Opening = { readonly salt: Bytes; readonly text: string }
export type Openings = { readonly [group in Group]: Opening }

/** An event as the log holds it. */
export type Entry = PublicEvent & { readonly commitments: { readonly [group in Group]: Bytes } }

const VERSION = 1
const SALT_BYTES = 32
const COMMITMENT_BYTES = 32

export type Salts = { readonly [group in Group]: Bytes }

/**
 * The salts of an event, out of the key of the person and the day. Who deletes that key makes all of them unknown at once.
 *
 * @param eventId a UUID, which no other event has.
 * @param whereKey where addresses have a key of their own, which may be deleted earlier.
 */
export function saltsOf(key: Uint8Array, eventId: string, whereKey: Uint8Array = key): Salts {
  // What a key alone decides is computed once.
  const keyed = hmac.create(sha256, key)
  const keyedWhere = whereKey === key ? keyed : hmac.create(sha256, whereKey)
  const salt = (from: typeof keyed, group: Group): Bytes =>
    new Uint8Array(
      from
        .clone()
        .update(utf8(`${group} ${eventId}`))
        .digest(),
    )
  return { who: salt(keyed, 'who'), where: salt(keyedWhere, 'where'), what: salt(keyed, 'what') }
}

export function openingsOf(groups: { readonly [group in Group]: Json }, salts: Salts): Openings {
  const open = (group: Group): Opening => ({ salt: salts[group], text: canonicalJson(groups[group]) })
  return { who: open('who'), where: open('where'), what: open('what') }
}

/**
 * The bytes of an event, which are stored and never written again: who checks a log hashes these.
 *
 * @throws {LedgerError} `malformed` beyond 65,535 bytes.
 */
export function writeEntry(event: PublicEvent, openings: Openings): Bytes {
  const value = {
    v: VERSION,
    id: event.id,
    t: event.at,
    cat: event.category,
    typ: event.type,
    st: event.status,
    rl: event.risk,
    c: GROUPS.map((group) => toBase64Url(commit(openings[group]))),
  }
  // Nothing is written that `readEntry` refuses.
  orMalformed(() => entryOf(value))
  const bytes = utf8(canonicalJson(value))
  if (bytes.length > MAX_ENTRY_BYTES) throw new LedgerError('malformed', `an entry of ${bytes.length} bytes`)
  return bytes
}

/** @throws {LedgerError} `malformed` for anything but what `writeEntry` writes. */
export const readEntry = (bytes: Uint8Array): Entry => orMalformed(() => entryOf(parseCanonicalJson(fromUtf8(bytes))))

function orMalformed(read: () => Entry): Entry {
  try {
    return read()
  } catch (cause) {
    throw new LedgerError('malformed', 'entry of a log', { cause })
  }
}

/** Whether an opening is the one of an event. Never throws. */
export const isOpeningOf = (entry: Entry, group: Group, opening: Opening): boolean =>
  opening.salt.length === SALT_BYTES && equalBytes(commit(opening), entry.commitments[group])

function commit({ salt, text }: Opening): Bytes {
  return new Uint8Array(hmac(sha256, salt, utf8(text)))
}

function entryOf(value: Json): Entry {
  const { v, id, t, cat, typ, st, rl, c, ...others } = value as Readonly<Record<string, Json>>
  const [category, type, status, risk] = [cat, typ, st, rl].map(word)
  if (
    v !== VERSION ||
    Object.keys(others).length > 0 ||
    typeof t !== 'number' ||
    !Array.isArray(c) ||
    c.length !== GROUPS.length
  ) {
    throw new LedgerError('malformed', 'fields of an entry')
  }
  const [who, where, what] = c.map(commitmentOf)
  if (!who || !where || !what || !category || !type || !status || !risk || t < 0) {
    throw new LedgerError('malformed', 'fields of an entry')
  }
  uuidBytes(word(id))
  return { id: word(id), at: t, category, type, status, risk, commitments: { who, where, what } }
}

function word(value: Json | undefined): string {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) throw new LedgerError('malformed', 'word of an entry')
  return value
}

function commitmentOf(value: Json): Bytes {
  const bytes = fromBase64Url(word(value))
  if (bytes.length !== COMMITMENT_BYTES) throw new LedgerError('malformed', 'commitment of an entry')
  return bytes
}
