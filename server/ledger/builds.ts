import { createHash } from 'node:crypto'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growAnchor } from './grow-anchor.ts'
import { tryToSequence } from './ledger.sql.ts'
import type { KeyMaps } from './listed/key-maps.ts'
import { openLog } from './sequencer.ts'

export type BuildServices = { database: Database; publicUrl: string; maps: KeyMaps }

/**
 * Lists a build of the web app in the anchor log, unless it is the newest one there: a build that comes back is listed again.
 *
 * @param list the text of `/build.json`.
 * @returns the id of the log that lists it; undefined while another server writes.
 */
export function recordBuild({ database, publicUrl, maps }: BuildServices, list: string): Promise<string | undefined> {
  const { entry } = manifestStatement(list)
  const manifest = createHash('sha256').update(list).digest()
  return database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return undefined
    const log = await openLog(db, { publicUrl }, 'anchor', null)
    if ((await newestBuild(db, log.id))?.equals(manifest)) return log.id
    await growAnchor(db, { log, maps }, [entry])
    await db.query({
      text: 'insert into ledger.builds (log_id, index, manifest) values ($1, $2, $3)',
      values: [log.id, log.size, manifest],
    })
    return log.id
  })
}

async function newestBuild(db: Transaction, logId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ manifest: Buffer }>({
    text: 'select manifest from ledger.builds where log_id = $1 order by index desc limit 1',
    values: [logId],
  })
  return rows[0]?.manifest
}

/** Where the log lists a build for the last time. */
export async function findBuild(database: Database, logId: string, manifest: Buffer): Promise<number | undefined> {
  const { rows } = await database.owner<{ index: number }>(
    'select index::float8 as index from ledger.builds where log_id = $1 and manifest = $2 order by index desc limit 1',
    [logId, manifest],
  )
  return rows[0]?.index
}
