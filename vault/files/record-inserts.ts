import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'

type Row = Record<string, unknown>
type Waiting = { row: Row; resolve: () => void; reject: (error: unknown) => void }

/** Rows of one request: few enough that it is soon answered. */
const ROWS_AT_ONCE = 50
/** Characters of segment hashes in one request: the server takes a megabyte, and large files come alone. */
const HASHES_AT_ONCE = 256 * 1024
type Line = { table: string; waiting: Waiting[]; isSending: boolean }
const lines = new WeakMap<VaultApi, Map<string, Line>>()

/**
 * Inserts the record of a file. Rows that come while a request is under way travel together in the next one, so a folder of small
 * files needs few; a single file waits for nobody. Each row succeeds or fails by itself.
 * @throws {VaultError}
 */
export function insertRecord(api: VaultApi, table: string, row: Row): Promise<void> {
  const own = lines.get(api) ?? new Map<string, Line>()
  const line = own.get(table) ?? { table, waiting: [], isSending: false }
  lines.set(api, own.set(table, line))
  return new Promise((resolve, reject) => {
    line.waiting.push({ row, resolve, reject })
    if (!line.isSending) void sendAll(api, line)
  })
}

async function sendAll(api: VaultApi, line: Line): Promise<void> {
  line.isSending = true
  while (line.waiting.length > 0) await sendSome(api, line.table, line.waiting.splice(0, countOf(line.waiting)))
  line.isSending = false
}

/** How many of those that wait go into the next request; at least one. */
function countOf(waiting: readonly Waiting[]): number {
  let hashes = 0
  const end = waiting.slice(0, ROWS_AT_ONCE).findIndex(({ row }) => {
    const { segment_hashes: text } = row
    hashes += typeof text === 'string' ? text.length : 0
    return hashes > HASHES_AT_ONCE
  })
  return end === -1 ? ROWS_AT_ONCE : Math.max(1, end)
}

async function sendSome(api: VaultApi, table: string, some: readonly Waiting[]): Promise<void> {
  try {
    await post(
      api,
      table,
      some.map(({ row }) => row),
    )
    for (const { resolve } of some) resolve()
  } catch (error) {
    // One statement takes all rows or none; who is to blame shows when each goes alone.
    const isRefused = error instanceof VaultError && error.code !== 'offline' && error.code !== 'rate_limited'
    if (some.length > 1 && isRefused) for (const one of some) await sendSome(api, table, [one])
    else for (const { reject } of some) reject(error)
  }
}

/** A record of that id can only be ours, from a try whose answer was lost. */
function post(api: VaultApi, table: string, rows: readonly Row[]): Promise<unknown> {
  return api.rest(table, {
    method: 'POST',
    body: rows.length === 1 ? rows[0] : rows,
    prefer: 'return=minimal,resolution=ignore-duplicates',
  })
}
