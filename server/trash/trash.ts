import { LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { type VersionLimits, purgeRemovals, purgeStates, purgeTrash, purgeVersions } from './trash.sql.ts'

/** Files and folders of one transaction; a folder brings along what is in it. */
const BATCH = 500
/** How long a deletion is noted for devices that keep a list; one that was away for longer reads its list again. */
const REMOVAL_DAYS = 60

type Options = { database: Database; versions?: VersionLimits }

/** Periodic work, for `startJobs`: what has lain in the trash or in a file's history for its time is deleted for good, and notes of
 * deletions end. */
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
      'removals:purge': () =>
        database.asOwner(async (transaction) => {
          await purgeRemovals(transaction, REMOVAL_DAYS)
          await purgeStates(transaction)
        }),
    },
    crontab: '37 * * * * trash:purge\n47 * * * * versions:purge\n57 3 * * * removals:purge',
  }
}
