import { VaultError } from './vault-error.ts'

const ROWS = /(?<most>\d+)(?: [a-z]+)* at most/
const BYTES = /at most (?<most>\d+) bytes/

/** For how many entries, or bytes of them, there is room; null for another failure, and where the server does not say. */
export function roomOf(error: unknown): { rows: number } | { bytes: number } | null {
  if (!(error instanceof VaultError) || error.code !== 'row_limit') return null
  const bytes = BYTES.exec(error.message)?.groups?.['most']
  if (bytes !== undefined) return { bytes: Number(bytes) }
  const rows = ROWS.exec(error.message)?.groups?.['most']
  return rows === undefined ? null : { rows: Number(rows) }
}
