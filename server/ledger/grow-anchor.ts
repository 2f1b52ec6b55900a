import { CryptoError } from '#crypto/errors.ts'
import { fromBase64Url, toHex } from '#crypto/encoding.ts'
import { fingerprint, verifyBundle } from '#crypto/identity/bundle.ts'
import { personKey, readListedKeys, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
import { growPrefixTree, type PrefixEntry } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growLog } from './grow-log.ts'
import { type Log, tryToSequence } from './ledger.sql.ts'
import {
  hasUnlistedKeys,
  insertListedKeys,
  notifyOfKeys,
  readKeyMap,
  readListedEntries,
  takeUnlistedKeys,
  unlistAllKeys,
  type UnlistedKeys,
} from './listed-keys.sql.ts'
import { openLog } from './sequencer.ts'

/** People whose keys are listed in one transaction. */
const BATCH = 1_000

/**
 * Adds entries to the anchor log; behind them the keys of people that wait to be listed, and what the log says of everybody's keys then. So the
 * last entry of each signed tree states the map. People whose keys are not their first are notified.
 *
 * @returns the log as it is then; unchanged where there is nothing to add.
 */
export async function growAnchor(db: Transaction, log: Log, entries: readonly Uint8Array[]): Promise<Log> {
  if (log.size === 0) await unlistAllKeys(db)
  const waiting = await takeUnlistedKeys(db, BATCH)
  if (entries.length === 0 && waiting.length === 0) return log
  const map = await readKeyMap(db, log.id, log.size)
  const first = log.size + entries.length
  const listed = (await newEntries(db, log, waiting, map)).map((one, i) => ({ ...one, index: first + i }))
  const people = merge(
    map,
    listed.map(({ person, value }) => ({ key: person, value })),
  )
  const stated = writeStatedMap({ root: growPrefixTree(people).root, people: people.length })
  const added = [...entries, ...listed.map(({ entry }) => entry), stated]
  const grown = await growLog(
    db,
    log,
    added.map((entry) => ({ eventId: null, entry })),
  )
  await insertListedKeys(db, log.id, listed)
  const further = listed.filter(({ number }) => number > 1)
  if (further.length > 0) await notifyOfKeys(db, further)
  return grown
}

/** Lists keys that wait. @returns false while another server writes. */
export function listKeys({ database, publicUrl }: { database: Database; publicUrl: string }): Promise<boolean> {
  return database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return false
    if (await hasUnlistedKeys(db)) await growAnchor(db, await openLog(db, { publicUrl }, 'anchor', null), [])
    return true
  })
}

type NewEntry = {
  readonly userId: string
  readonly person: Hash
  readonly number: number
  readonly entry: Uint8Array
  readonly value: Hash
}

async function newEntries(db: Transaction, log: Log, waiting: readonly UnlistedKeys[], map: readonly PrefixEntry[]) {
  const signed = (await Promise.all(waiting.map(readSigned))).filter((one) => one !== undefined)
  const numbers = await newestNumbers(
    db,
    log,
    signed.map(({ person }) => person),
  )
  const values = new Map(map.map(({ key, value }) => [toHex(key), value]))
  return signed.flatMap(({ userId, person, print }): NewEntry[] => {
    const before = numbers.get(toHex(person))
    if (before && toHex(before.fingerprint) === toHex(print)) return []
    const number = (before?.number ?? 0) + 1
    const entry = writeListedKeys({
      person,
      number,
      fingerprint: print,
      previous: values.get(toHex(person)) ?? null,
    })
    return [{ userId, person, number, entry, value: leafHash(entry) }]
  })
}

/** Undefined for keys that did not sign themselves: every client refuses them as well. */
async function readSigned({ userId, statement, signature }: UnlistedKeys) {
  try {
    const bundle = await verifyBundle({ text: statement, signature: fromBase64Url(signature) }, userId)
    return { userId, person: personKey(userId), print: await fingerprint(bundle) }
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}

async function newestNumbers(db: Transaction, log: Log, people: readonly Hash[]) {
  const rows = await readListedEntries(db, log.id, { size: log.size, people })
  return new Map(
    rows.flatMap(({ person, entry }) => {
      const listed = readListedKeys(entry)
      return listed ? [[toHex(person), listed] as const] : []
    }),
  )
}

/** Both in the order of their keys; a new value takes the place of the one before. */
function merge(map: readonly PrefixEntry[], added: readonly PrefixEntry[]): PrefixEntry[] {
  const all = new Map([...map, ...added].map((entry) => [toHex(entry.key), entry]))
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}
