import type { Client } from 'pg'
import type { Transaction } from '../db/database.ts'

const BACKUP = `hashtext('quantumshield.backup')`
/** Of the archiver alone: a backup waits for what it stores, and so cannot keep it away. */
const ARCHIVE = `hashtext('quantumshield.archive')`

/** @throws {Error} while another backup is taken, or backups are removed. */
export async function lockBackups(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP}) as taken`)
  if (!rows[0]?.taken) throw new Error('Another backup of this server is being taken. Wait until it has ended.')
}

/** For those who remove: waits until the archiver is between two rounds, and keeps it there. */
export async function lockArchive(client: Client): Promise<void> {
  await client.query(`select pg_advisory_lock(${ARCHIVE})`)
}

/** Until the end of the transaction. @returns false while somebody removes what nothing names. */
export async function tryLockArchive(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ taken: boolean }>({
    text: `select pg_try_advisory_xact_lock(${ARCHIVE}) as taken`,
  })
  return rows[0]?.taken ?? false
}
