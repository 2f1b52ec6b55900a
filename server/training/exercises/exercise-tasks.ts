import { z } from 'zod'
import { EXERCISE_TEMPLATES } from '#contract/training/exercises.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Tasks } from '../../jobs/jobs.ts'
import type { Mail } from '../../mail/mail.ts'
import { exerciseMail } from './exercise-mails.ts'

const job = z.object({ mail: z.uuid(), person: z.uuid(), template: z.enum(EXERCISE_TEMPLATES) })

/** The mails of exercises. Who is suspended or gone by then gets none. */
export function exerciseTasks({
  config,
  database,
  mail,
}: {
  config: Pick<Config, 'publicUrl'>
  database: Database
  mail: Pick<Mail, 'send'>
}): Tasks {
  return {
    'training:exercise-mail': async (payload) => {
      const { mail: id, person, template } = job.parse(payload)
      await database.asOwner(async (db) => {
        const { rows } = await db.query<{ email: string | null }>({
          text: `select u.email from training.exercise_mails m
                 join public.profiles p on p.user_id = $2 and p.tenant_id = m.tenant_id
                 join public.tenants t on t.id = m.tenant_id and t.status = 'active'
                 join auth.users u on u.id = p.user_id
                 where m.id = $1 and u.deleted_at is null and u.email_confirmed_at is not null
                   and not exists (select from public.former_members f where f.user_id = p.user_id)
                   and not exists (select from public.suspended_members s where s.user_id = p.user_id)`,
          values: [id, person],
        })
        const email = rows[0]?.email
        if (email) await mail.send(db, email, exerciseMail(template, `${config.publicUrl}/exercise/${id}`))
      })
    },
  }
}
