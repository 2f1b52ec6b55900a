import { CryptoError } from '#crypto/errors.ts'
import { fromBase64Url, toHex } from '#crypto/encoding.ts'
import { fingerprint, verifyBundle } from '#crypto/identity/bundle.ts'
import { personKey, readListedKeys, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
import type { PrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growLog } from './grow-log.ts'
import type { KeyMaps } from './key-maps.ts'
import { type Log, tryToSequence } from './ledger.sql.ts'
import {
  hasUnlistedKeys,
  insertListedKeys,
  notifyOfKeys,
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
export async function growAnchor(
  db: Transaction,
  { log, maps }: { log: Log; maps: KeyMaps },
  entries: readonly Uint8Array[],
): Promise<Log> {
  if (log.size === 0) await unlistAllKeys(db)
  const waiting = await takeUnlistedKeys(db, BATCH)
  if (entries.length === 0 && waiting.length === 0) return log
  const map = await maps.at(db, log.id, log.size)
  const first = log.size + entries.length
  const listed = (await newEntries(db, log, waiting, map)).map((one, i) => ({ ...one, index: first + i }))
  const { root, size: people } = map.with(listed.map(({ person, value }) => ({ key: person, value })))
  const stated = writeStatedMap({ root, people })
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

type ListServices = { database: Database; publicUrl: string; maps: KeyMaps }

/** Lists keys that wait. @returns false while another server writes. */
export function listKeys({ database, publicUrl, maps }: ListServices): Promise<boolean> {
  return database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return false
    if (await hasUnlistedKeys(db)) {
      await growAnchor(db, { log: await openLog(db, { publicUrl }, 'anchor', null), maps }, [])
    }
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

async function newEntries(db: Transaction, log: Log, waiting: readonly UnlistedKeys[], map: PrefixTree) {
  const signed = (await Promise.all(waiting.map(readSigned))).filter((one) => one !== undefined)
  const numbers = await newestNumbers(
    db,
    log,
    signed.map(({ person }) => person),
  )
  return signed.flatMap(({ userId, person, print }): NewEntry[] => {
    const before = numbers.get(toHex(person))
    if (before && toHex(before.fingerprint) === toHex(print)) return []
    const number = (before?.number ?? 0) + 1
    const entry = writeListedKeys({
      person,
      number,
      fingerprint: print,
      previous: before ? valueIn(map, person) : null,
    })
    return [{ userId, person, number, entry, value: leafHash(entry) }]
  })
}

/** Of somebody whom the map has. */
function valueIn(map: PrefixTree, person: Hash): Hash {
  const end = map.pathOf(person)?.end
  if (!end || toHex(end.key) !== toHex(person)) throw new Error('the map of keys lacks somebody whom the log lists')
  return end.value
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
