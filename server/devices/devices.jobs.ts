import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

/** Periodic work of devices, for `startJobs`: their owners hear of those that fell silent. */
export function deviceTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'devices:notice_silent': async () => {
        await database.owner('select public.notice_silent_devices()')
      },
    },
    crontab: '*/5 * * * * devices:notice_silent',
  }
}
