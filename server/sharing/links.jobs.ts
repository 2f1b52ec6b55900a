import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

/** Periodic work of sharing, for `startJobs`: files whose last link or grant has run out are no longer marked as shared. */
export function linkTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'links:expire': async () => {
        await database.owner('select public.expire_shares()')
      },
    },
    crontab: '*/5 * * * * links:expire',
  }
}
