import { z } from 'zod'
import { deviceName } from '#contract/devices/device-name.ts'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { type Mail, NAME_IN_MAIL } from '#server/mail/mail.ts'
import { type NoticeFacts, noticeMail } from './notice-mail.ts'

const job = z.object({
  user_id: z.uuid(),
  kind: z.string(),
  details: z.object({
    user_agent: z.string().nullish(),
    ip: z.string().nullish(),
    shared_by: z.string().nullish(),
    added_by: z.string().nullish(),
    changed_by: z.string().nullish(),
    name: z.string().nullish(),
    on: z.string().nullish(),
    person: z.string().nullish(),
  }),
  at: z.string(),
})

export type NotifyServices = { config: Pick<Config, 'publicUrl'>; database: Database; mail: Pick<Mail, 'send'> }

/** The mails that `notify.person` in SQL asks for. Text is made here, so that the database needs no templates. */
export function notifyTasks({ config, database, mail }: NotifyServices): Tasks {
  const send = (payload: unknown, countOf: (db: Transaction, userId: string) => Promise<number>): Promise<void> =>
    database.asOwner(async (db) => {
      const { user_id, kind, details, at } = job.parse(payload)
      const count = await countOf(db, user_id)
      if (count === 0) return
      const by = await nameOf(db, details.shared_by ?? details.added_by ?? details.changed_by ?? details.person)
      const course = details.name && details.on ? { title: details.name, due: details.on } : undefined
      const facts: NoticeFacts = {
        kind,
        at: new Date(at),
        device: details.user_agent ? deviceName(details.user_agent) : undefined,
        ip: details.ip ?? undefined,
        by,
        course,
        gathered: count,
      }
      const content = noticeMail(facts, config.publicUrl)
      if (!content) return
      const { rows } = await db.query<{ email: string | null }>({
        text: 'select email from auth.users where id = $1 and deleted_at is null and email_confirmed_at is not null',
        values: [user_id],
      })
      const email = rows[0]?.email
      if (email) await mail.send(db, email, content)
    })
  return {
    'notify:mail': (payload) => send(payload, async () => 1),
    'notify:alarms': (payload) => send(payload, countAlarms),
  }
}

async function countAlarms(db: Transaction, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number | null }>({
    text: 'select notify.take_alarms($1) as count',
    values: [userId],
  })
  return rows[0]?.count ?? 0
}

async function nameOf(db: Transaction, userId: string | null | undefined): Promise<string | undefined> {
  if (!userId) return undefined
  const { rows } = await db.query<{ name: string }>({
    text: `select ${NAME_IN_MAIL} as name
           from public.profiles p
           join auth.users u on u.id = p.user_id
           where p.user_id::text = $1`,
    values: [userId],
  })
  return rows[0]?.name
}
