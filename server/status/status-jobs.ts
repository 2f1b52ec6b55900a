import { z } from 'zod'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import { incidentMail } from './status-mails.ts'
import { cleanMailQueue, cleanStatus } from './status.sql.ts'
import { listSubscribers, takeUpdate, type UpdateToMail } from './subscribers.sql.ts'
import type { Subscriptions } from './subscriptions.service.ts'

const job = z.object({ update_id: z.uuid() })

type JobServices = {
  config: { publicUrl: string }
  database: Database
  mail: Pick<Mail, 'send'>
  subscriptions: Subscriptions
}

/** Mails of incidents, which the trigger of `status_incident_updates` asks for, and what is old goes. */
export function statusTasks({ config, database, mail, subscriptions }: JobServices): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      // All or none: the mails are queued in the transaction that marks the update as mailed.
      'status:mail': async (payload) => {
        const { update_id: updateId } = job.parse(payload)
        await database.asOwner(async (db) => {
          const { rows: taken } = await db.query<UpdateToMail>(takeUpdate(updateId))
          const [update] = taken
          if (!update) return
          const { rows } = await db.query<{ id: string; email: string }>({ text: listSubscribers })
          for (const { id, email } of rows) {
            const links = { page: `${config.publicUrl}/status`, unsubscribe: subscriptions.unsubscribeUrl(id) }
            await mail.send(db, email, incidentMail(update, links))
          }
        })
      },
      'status:clean': async () => {
        await database.owner(cleanStatus)
        await database.owner(cleanMailQueue)
      },
    },
    crontab: '7 * * * * status:clean',
  }
}
