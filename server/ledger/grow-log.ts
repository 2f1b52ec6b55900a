import { CompactRange } from '#ledger/tree/compact-range.ts'
import { edgeTiles, TileWriter } from '#ledger/tree/grow.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { Transaction } from '../db/database.ts'
import { growLogRow, insertLeaves, type Leaf, type Log, readTiles, saveTiles } from './ledger.sql.ts'

/**
 * Adds entries to a log, in their order: leaves, tiles and the log's own row in one transaction.
 *
 * @param imported how many of them are of events from before there was a log.
 * @returns the log as it is then.
 */
export async function growLog(db: Transaction, log: Log, leaves: readonly Leaf[], imported = 0): Promise<Log> {
  if (leaves.length === 0) return log
  const range = new CompactRange(log.size, log.roots)
  const writer = new TileWriter(log.size, await readTiles(db, log.id, edgeTiles(log.size)))
  for (const { entry } of leaves) {
    const hash = leafHash(entry)
    range.append(hash)
    writer.append(hash)
  }
  await insertLeaves(db, log.id, log.size, leaves)
  await saveTiles(db, log.id, writer.changed())
  await growLogRow(db, log, { size: range.size, roots: range.roots, imported })
  return { ...log, size: range.size, roots: range.roots, imported: log.imported + imported }
}
