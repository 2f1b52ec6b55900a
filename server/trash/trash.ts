import { LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { purgeTrash } from './trash.sql.ts'

/** Files and folders of one transaction; a folder brings along what is in it. */
const BATCH = 500

/** Periodic work of the trash, for `startJobs`: what has lain there for its time is deleted for good. */
export function trashTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'trash:purge': async () => {
        const purge = () =>
          database.asOwner((transaction) => purgeTrash(transaction, { days: LIMITS.trashDays, batch: BATCH }))
        while ((await purge()) > 0);
      },
    },
    crontab: '37 * * * * trash:purge',
  }
}
