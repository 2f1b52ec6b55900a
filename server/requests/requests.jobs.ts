import { LIMITS } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

/** Periodic work of requests, for `startJobs`: files that were announced and never arrived lose their place and their bytes. */
export function requestTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'requests:drop_stale': async () => {
        await database.owner('select public.drop_stale_deliveries(make_interval(secs => $1))', [
          LIMITS.uploadLifetimeSeconds,
        ])
      },
    },
    crontab: '*/10 * * * * requests:drop_stale',
  }
}
