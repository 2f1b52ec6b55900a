import type { VaultApi } from './api.ts'
import { VaultError } from './vault-error.ts'

type Row = Record<string, unknown>
type Waiting = { row: Row; resolve: () => void; reject: (error: unknown) => void }

/** Rows of one request: few enough that it is soon answered. */
const ROWS_AT_ONCE = 50
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
  while (line.waiting.length > 0) await sendSome(api, line.table, line.waiting.splice(0, ROWS_AT_ONCE))
  line.isSending = false
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
