import { toHex } from '#crypto/encoding.ts'
import { writeStatedMap } from '#ledger/events/key-entry.ts'
import { readListed, writeListed } from '#ledger/events/listed-entry.ts'
import type { PrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growLog } from './grow-log.ts'
import type { KeyMaps } from './listed/key-maps.ts'
import { type Log, tryToSequence } from './ledger.sql.ts'
import {
  hasUnlistedKeys,
  insertListedKeys,
  notifyOfKeys,
  readListedEntries,
  takeUnlistedKeys,
  unlistAllKeys,
} from './listed/listed-keys.sql.ts'
import { hasUnlistedStatements, takeUnlistedStatements, unlistAllStatements } from './listed/listed-statements.sql.ts'
import { openLog } from './sequencer.ts'
import { readKeys, readSignedStatement, type ToList } from './listed/to-list.ts'

/** People whose keys are listed in one transaction, and statements. */
const BATCH = 1_000

/**
 * Adds entries to the anchor log; behind them keys of people, rosters and policies that wait to be listed, and what the log says of all of them
 * then. So the last entry of each signed tree states the map. People whose keys are not their first are notified.
 *
 * @returns the log as it is then; unchanged where there is nothing to add.
 */
export async function growAnchor(
  db: Transaction,
  { log, maps }: { log: Log; maps: KeyMaps },
  entries: readonly Uint8Array[],
): Promise<Log> {
  const waiting = await takeWaiting(db, log)
  if (entries.length === 0 && waiting.length === 0) return log
  const map = await maps.at(db, log.id, log.size)
  const first = log.size + entries.length
  const listed = (await newEntries(db, log, waiting, map)).map((one, i) => ({ ...one, index: first + i }))
  const { root, size: subjects } = map.with(listed.map(({ subject, value }) => ({ key: subject, value })))
  const stated = writeStatedMap({ root, subjects })
  const added = [...entries, ...listed.map(({ entry }) => entry), stated]
  const grown = await growLog(
    db,
    log,
    added.map((entry) => ({ eventId: null, entry })),
  )
  await insertListedKeys(db, log.id, listed)
  const further = listed.flatMap(({ userId, number }) => (userId !== null && number > 1 ? [{ userId, number }] : []))
  if (further.length > 0) await notifyOfKeys(db, further)
  return grown
}

type ListServices = { database: Database; publicUrl: string; maps: KeyMaps }

/** Lists what waits. @returns false while another server writes. */
export function listKeys({ database, publicUrl, maps }: ListServices): Promise<boolean> {
  return database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return false
    if ((await hasUnlistedKeys(db)) || (await hasUnlistedStatements(db))) {
      await growAnchor(db, { log: await openLog(db, { publicUrl }, 'anchor', null), maps }, [])
    }
    return true
  })
}

/** A log that begins lists all that is there. */
async function takeWaiting(db: Transaction, log: Log): Promise<ToList[]> {
  if (log.size === 0) {
    await unlistAllKeys(db)
    await unlistAllStatements(db)
  }
  const keys = await Promise.all((await takeUnlistedKeys(db, BATCH)).map(readKeys))
  const statements = await Promise.all((await takeUnlistedStatements(db, BATCH)).map(readSignedStatement))
  return [...keys, ...statements].filter((one) => one !== undefined)
}

type NewEntry = ToList & { readonly number: number; readonly entry: Uint8Array; readonly value: Hash }

async function newEntries(db: Transaction, log: Log, waiting: readonly ToList[], map: PrefixTree) {
  const newest = await newestListed(db, log, waiting)
  return waiting.flatMap((one): NewEntry[] => {
    const before = newest.get(toHex(one.subject))
    if (before && toHex(before.hash) === toHex(one.hash)) return []
    const number = (before?.number ?? 0) + 1
    const entry = writeListed({ ...one, number, previous: before ? valueIn(map, one.subject) : null })
    return [{ ...one, number, entry, value: leafHash(entry) }]
  })
}

/** Of a subject that the map has. */
function valueIn(map: PrefixTree, subject: Hash): Hash {
  const end = map.pathOf(subject)?.end
  if (!end || toHex(end.key) !== toHex(subject)) throw new Error('the map lacks something that the log lists')
  return end.value
}

async function newestListed(db: Transaction, log: Log, waiting: readonly ToList[]) {
  const people = waiting.map(({ subject }) => subject)
  const rows = await readListedEntries(db, log.id, { size: log.size, people })
  return new Map(
    rows.flatMap(({ person, entry }) => {
      const listed = readListed(entry)
      return listed ? [[toHex(person), listed] as const] : []
    }),
  )
}
