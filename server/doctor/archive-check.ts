import type { ArchiveSettings } from '../settings/archive-settings.ts'
import { type Cluster, CLUSTER, refuseOtherCluster } from '../backup/archive/archived-cluster.ts'
import type { Asks } from '../db/asks.ts'
import { openPlace } from '../storage/places/open-place.ts'
import { type Finding, ok, problem, reasonOf, skipped } from './finding.ts'

/** As many times its interval as a piece of the log may wait, for a place that takes long. */
const LATE = 10

/** Whether what PostgreSQL has finished of its log arrives in the archive, and in one of its own. */
export async function lookAtArchive(client: Asks, archive: ArchiveSettings | undefined): Promise<Finding> {
  if (!archive) return skipped('Nothing is archived: ARCHIVE_TO is not set.')
  const { rows: clusters } = await client.query<Cluster>(CLUSTER)
  try {
    if (clusters[0]) await refuseOtherCluster(await openPlace(archive.to, process.env), clusters[0])
  } catch (error) {
    return problem(
      reasonOf(error),
      'Until then no moment can be recovered, and pieces of the log fill the disk of the database.',
    )
  }
  const { rows } = await client.query<{ count: number; seconds: number | null }>(
    `select count(*)::int as count, extract(epoch from clock_timestamp() - min(modification))::float8 as seconds
     from pg_ls_archive_statusdir() where name like '%.ready'`,
  )
  const { count, seconds } = rows[0] ?? { count: 0, seconds: null }
  if (seconds !== null && seconds > LATE * archive.seconds)
    return problem(
      `Pieces of the log that wait for the archive: ${count}, the first for ${Math.floor(seconds / 60)} minutes.`,
      'The log of the server says why (archive cannot be written). Until then they fill the disk of the database.',
    )
  return ok('What PostgreSQL has finished of its log is in the archive.')
}
