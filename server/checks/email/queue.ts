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

const BCC = 'Bcc: somebody@probe.invalid'
/** Ends of an address that would make another header, or another recipient. */
const INJECTED = [
  `\r\n${BCC}`,
  `\n${BCC}`,
  `\r${BCC}`,
  `\u2028${BCC}`,
  '%0d%0aBcc:somebody@probe.invalid',
  ', somebody@probe.invalid',
]
const FINGERPRINT = 'A'.repeat(43)

/** MAIL-04: what could be sent is undone, or is for nobody. */
export const headersAreNotInjected: Check = async (context) => {
  const { site, people, services } = context
  const taken: string[] = []
  const { accessToken: token } = await people.enter(site, { role: 'admin' })
  const invite = (email: string) =>
    site.ask('/auth/v1/team/invitations', {
      method: 'POST',
      token,
      body: { email, role: 'member', fingerprint: FINGERPRINT },
    })
  // So that what is refused below is refused for its line break.
  const invited = await invite(people.newEmail())
  expectThat(invited.status === 200, `An invitation to an organisation answers ${invited.status}`)
  for (const injected of INJECTED) {
    const email = people.newEmail() + injected
    for (const [path, body] of [
      ['/functions/v1/send-support-email', { name: 'Probe', email, subject: 'Question', message: 'Text' }],
      ['/auth/v1/recover', { email }],
      ['/auth/v1/otp', { email, create_user: false }],
      ['/auth/v1/signup', { email, password: 'a long and quiet sentence' }],
    ] as const) {
      const { status } = await site.elsewhere().ask(path, { method: 'POST', body })
      if (status < 400) taken.push(path)
    }
    if ((await invite(email)).status < 400) taken.push('an invitation to an organisation')
  }
  taken.push(...(await takenByQueue(context)))
  const { supportEmail } = services.config
  return noneOf([...new Set(taken)], 'A line break gets into the headers of a mail', {
    addresses: INJECTED.length,
    places: 5,
    ...(supportEmail === undefined && { skipped: 'the contact form: there is no address for support (SUPPORT_EMAIL)' }),
  })
}

/** Names the parts of a mail that may hold a line break where it is queued, whatever made it. */
async function takenByQueue(context: CheckContext): Promise<string[]> {
  const { site, people } = context
  const [line] = INJECTED
  const content = recoveryMail({ url: site.origin, code: '123456' })
  const wellFormed = await isSent(context, people.newEmail(), content)
  expectThat(wellFormed, 'A mail without a line break in its headers cannot be queued')
  const taken: string[] = []
  for (const [what, to, mail] of [
    ['an address', people.newEmail() + line, content],
    ['a subject', people.newEmail(), { ...content, subject: content.subject + line }],
    ['an address for answers', people.newEmail(), { ...content, replyTo: people.newEmail() + line }],
    ['an address to unsubscribe', people.newEmail(), { ...content, unsubscribeUrl: `${site.origin}/${line}` }],
  ] as const) {
    if (await isSent(context, to, mail)) taken.push(what)
  }
  return taken
}

const isSent = (context: CheckContext, to: string, mail: MailContent): Promise<boolean> =>
  rolledBack(context, async (db) =>
    context.services.mail.send(db, to, mail).then(
      () => true,
      () => false,
    ),
  )
