import { concat, readUint, uint } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { TILE_WIDTH } from './tile.ts'

/** The largest entry: its length takes two bytes. */
export const MAX_ENTRY_BYTES = 65_535
const LENGTH_BYTES = 2

/**
 * Entries as a log serves them, each behind its length.
 *
 * @throws {LedgerError} `malformed` for no entry, more than 256, or one that is too long.
 * @see c2sp.org/tlog-tiles
 */
export function writeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0 || entries.length > TILE_WIDTH) throw new LedgerError('malformed', 'number of entries')
  return concat(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new LedgerError('malformed', `an entry of ${entry.length} bytes`)
      return [uint(entry.length, LENGTH_BYTES), entry]
    }),
  )
}

/** @throws {LedgerError} `malformed` unless the bytes are exactly `count` entries. */
export function readEntryBundle(bytes: Uint8Array, count: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bytes.length && entries.length < count) {
    const start = at + LENGTH_BYTES
    at = start + readUint(bytes, at, LENGTH_BYTES)
    entries.push(bytes.subarray(start, at))
  }
  if (entries.length !== count || at !== bytes.length) throw new LedgerError('malformed', 'bundle of entries')
  return entries
}

/** As many entries as there are. @throws {LedgerError} `malformed` for more than 256, or when the bytes end within one. */
export function readWholeBundle(bytes: Uint8Array): Uint8Array[] {
  let count = 0
  for (let at = 0; at < bytes.length; count++) at += LENGTH_BYTES + readUint(bytes, at, LENGTH_BYTES)
  if (count > TILE_WIDTH) throw new LedgerError('malformed', 'number of entries')
  return readEntryBundle(bytes, count)
}
