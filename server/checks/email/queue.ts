import { setTimeout as sleep } from 'node:timers/promises'
import { type MailContent, recoveryMail } from '../../mail/templates.ts'
import { type Check, type CheckContext, expectThat, noneOf, passed } from '../check.ts'
import { rolledBack } from '../probe.ts'

const TAKEN_MS = 8000
const LOOK_MS = 200

/** MAIL-03: to an address that no mail is sent to. */
export const tokenMailIsTaken: Check = async (context) => {
  const { site, people, patience, services } = context
  const { id, email } = await people.add()
  const begun = performance.now()
  await site.read('/auth/v1/recover', { method: 'POST', body: { email } })
  const { rows } = await services.database.owner<{ is_noted: boolean }>(
    `select recovery_sent_at is not null and exists (select from auth.one_time_tokens where user_id = $1 and kind = 'recovery') as is_noted
     from auth.users where id = $1`,
    [id],
  )
  expectThat(rows[0]?.is_noted === true, 'Who forgot a password gets no mail: none was queued')
  while (await waits(context, email)) {
    expectThat(performance.now() - begun < TAKEN_MS * patience, `A mail waits for more than ${TAKEN_MS / 1000} seconds`)
    await sleep(LOOK_MS, undefined, { signal: context.signal })
  }
  return passed({ taken_after_ms: Math.round(performance.now() - begun) })
}

async function waits({ services: { database, mail } }: CheckContext, email: string): Promise<boolean> {
  const { rows } = await database.owner<{ payload: unknown }>(
    `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = 'send_mail' and j.created_at > now() - interval '1 minute'`,
  )
  return rows.some(({ payload }) => mail.recipientOf(payload) === email)
}

const INJECTED = '\r\nBcc: somebody@probe.invalid'

/** MAIL-04: what could be sent is undone. */
export const headersAreNotInjected: Check = async (context) => {
  const { site, people } = context
  const taken: string[] = []
  const email = people.newEmail() + INJECTED
  for (const [path, body] of [
    ['/functions/v1/send-support-email', { name: 'Probe', email, subject: 'Question', message: 'Text' }],
    ['/auth/v1/recover', { email }],
    ['/auth/v1/signup', { email, password: 'a long and quiet sentence' }],
  ] as const) {
    const { status } = await site.elsewhere().ask(path, { method: 'POST', body })
    if (status < 400) taken.push(path)
  }
  const content = recoveryMail({ url: site.origin, code: '123456' })
  const wellFormed = await isSent(context, people.newEmail(), content)
  expectThat(wellFormed, 'A mail without a line break in its headers cannot be queued')
  for (const [what, to, mail] of [
    ['an address', email, content],
    ['a subject', people.newEmail(), { ...content, subject: content.subject + INJECTED }],
    ['an address for answers', people.newEmail(), { ...content, replyTo: email }],
  ] as const) {
    if (await isSent(context, to, mail)) taken.push(what)
  }
  return noneOf(taken, 'A line break gets into the headers of a mail', { tried: 6 })
}

const isSent = (context: CheckContext, to: string, mail: MailContent): Promise<boolean> =>
  rolledBack(context, async (db) =>
    context.services.mail.send(db, to, mail).then(
      () => true,
      () => false,
    ),
  )
