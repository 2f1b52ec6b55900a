import { equalBytes } from '#crypto/bytes.ts'
import { type Entry, GROUPS, readEntry, saltsOf } from '#ledger/events/entry.ts'
import { commitsTo, type EventRow, isEntryOf, isErased, removedGroups } from '#ledger/events/event-row.ts'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import { HASH_BYTES, leafHash } from '#ledger/tree/hash.ts'
import { TILE_WIDTH } from '#ledger/tree/tile.ts'
import type { Database } from '../db/database.ts'
import { newestCheckpoint, readForCheck, readTile } from './logs.sql.ts'

/** What is wrong at one place of a log. */
export type Damage = {
  readonly index: number
  readonly eventId: string | null
  readonly problem:
    | 'entry_missing'
    | 'entry_changed'
    | 'event_missing'
    | 'event_changed'
    /** The newest checkpoint was signed over another tree. */
    | 'root_differs'
}

type CheckedLog = { readonly id: string; readonly kind: string; readonly size: number }

/**
 * Compares a log with itself from its first entry on: each event with its entry, each entry with its hash, and all hashes with the root
 * that was signed.
 *
 * @param from entries before the tile of this one are not looked at, and then the root is not recomputed either.
 */
export async function checkLog(
  database: Database,
  log: CheckedLog,
  { from = 0 }: { from?: number } = {},
): Promise<Damage[]> {
  const damage: Damage[] = []
  const range = new CompactRange()
  const start = from - (from % TILE_WIDTH)
  const signed = start === 0 ? await newestCheckpoint(database, log.id) : undefined
  for (let first = start; first < log.size; first += TILE_WIDTH) {
    const count = Math.min(TILE_WIDTH, log.size - first)
    damage.push(...(await checkTile(database, log, first, count, range, signed)))
  }
  return damage
}

async function checkTile(
  database: Database,
  log: CheckedLog,
  first: number,
  count: number,
  range: CompactRange,
  signed: Awaited<ReturnType<typeof newestCheckpoint>>,
): Promise<Damage[]> {
  const rows = new Map((await readForCheck(database, log.id, first, count)).map((row) => [row.index, row]))
  const tile = await readTile(database, log.id, { level: 0, index: first / TILE_WIDTH })
  const damage: Damage[] = []
  for (let index = first; index < first + count; index++) {
    const row = rows.get(index)
    const hash = row ? leafHash(row.entry) : undefined
    const stored = tile?.subarray((index - first) * HASH_BYTES, (index - first + 1) * HASH_BYTES)
    if (!row || !hash || !stored) damage.push({ index, eventId: null, problem: 'entry_missing' })
    else if (!equalBytes(hash, stored)) damage.push({ index, eventId: row.eventId, problem: 'entry_changed' })
    else if (log.kind !== 'anchor') damage.push(...compareEvent(row))

    range.append(hash ?? new Uint8Array(HASH_BYTES))
    if (signed?.size === index + 1 && !equalBytes(range.root(), signed.root)) {
      damage.push({ index, eventId: null, problem: 'root_differs' })
    }
  }
  return damage
}

type Checked = Awaited<ReturnType<typeof readForCheck>>[number]

function compareEvent(checked: Checked): Damage[] {
  const { index, eventId, entry, row } = checked
  const known = readEntry(entry)
  if (known.type === MISSING) return []
  if (!row) return [{ index, eventId, problem: 'event_missing' }]
  const isSame = isEntryOf(known, row) && (isErased(row) || isCommitted(known, row, checked))
  return isSame ? [] : [{ index, eventId, problem: 'event_changed' }]
}

/** What is left of it. */
function isCommitted(entry: Entry, row: EventRow, { key, whereKey }: Checked): boolean {
  const removed = removedGroups(row, Date.now())
  const left = GROUPS.filter((group) => !removed.includes(group))
  if (left.length === 0) return true
  return key !== null && commitsTo(entry, row, saltsOf(key, row.id, whereKey ?? undefined), left)
}

/** An event whose row was gone before it got its place. */
const MISSING = 'ledger.event_missing'
