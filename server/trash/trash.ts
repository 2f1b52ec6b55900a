import { LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { type VersionLimits, purgeTrash, purgeVersions } from './trash.sql.ts'

/** Files and folders of one transaction; a folder brings along what is in it. */
const BATCH = 500

type Options = { database: Database; versions?: VersionLimits }

/** Periodic work, for `startJobs`: what has lain in the trash or in a file's history for its time is deleted for good. */
export function trashTasks({ database, versions = LIMITS.fileVersions }: Options): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'trash:purge': async () => {
        const purge = () =>
          database.asOwner((transaction) => purgeTrash(transaction, { days: LIMITS.trashDays, batch: BATCH }))
        while ((await purge()) > 0);
      },
      'versions:purge': async () => {
        const purge = () => database.asOwner((transaction) => purgeVersions(transaction, { ...versions, batch: BATCH }))
        while ((await purge()) > 0);
      },
    },
    crontab: '37 * * * * trash:purge\n47 * * * * versions:purge',
  }
}
