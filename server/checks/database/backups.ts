import { asksOwner } from '../../db/asks.ts'
import { lookAtArchive } from '../../doctor/archive-check.ts'
import { lookAtBackup, lookAtBackupContent } from '../../doctor/operation-checks.ts'
import { readLastBackup } from '../../operations/operations.sql.ts'
import { type Check, expectThat, failed, passed, skipped } from '../check.ts'

/** DB-14 */
export const lastBackupIsRecent: Check = async ({ services: { config, database, databaseFolder } }) => {
  const last = await readLastBackup(database)
  // Another one is backed up by who runs it, by means of which this server knows nothing.
  if (!last && databaseFolder === undefined) return skipped('no_backup_place')
  const evidence = {
    taken_at: last?.taken_at.toISOString() ?? null,
    contents: last?.contents ?? null,
    is_archived: config.archive !== undefined,
    // A rehearsal of an operator leaves nothing in the database that it rehearsed for.
    last_verified_restore: 'not recorded',
  }
  for (const finding of [
    await lookAtBackup({ database }),
    await lookAtBackupContent({ database }),
    await lookAtArchive(asksOwner(database), config.archive),
  ])
    if (finding.state === 'warning' || finding.state === 'problem') return failed(finding.saw, evidence)
  const { rows } = await database.owner<{ since: Date | null }>(
    `select last_failed_time as since from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  )
  const since = rows[0]?.since
  expectThat(!since, `PostgreSQL cannot archive its log since ${since?.toISOString()}`, evidence)
  return passed(evidence)
}
