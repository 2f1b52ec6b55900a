import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

/** Periodic work of organisation recovery, for `startJobs`: ends requests whose week is over, and tells whose they are. */
export function recoveryTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'recovery:end_expired': async () => {
        await database.owner('select public.end_expired_recoveries()')
      },
    },
    crontab: '7 * * * * recovery:end_expired',
  }
}
