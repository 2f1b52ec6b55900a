import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { call, importContacts, manager, server, stageGrowth } from './growth-stage.ts'

type Received = { to: string; source: string; headers: string }
const received: Received[] = []
/** Answers to RCPT TO, by the part before the @; others are taken. */
export const refusals = new Map<string, [code: number, text: string]>()
let smtp: SMTPServer
/** A server that mails through a real SMTP server, with people of two organisations. */
export function stageNewsletters(): void {
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const [code, text] = refusals.get(address.split('@')[0] ?? '') ?? []
        done(code === undefined ? null : Object.assign(new Error(text), { responseCode: code }))
      },
      onData: (stream, session, done) => {
        let source = ''
        stream.on('data', (bytes: Buffer) => (source += bytes.toString()))
        stream.on('end', () => {
          const to = session.envelope.rcptTo[0]?.address ?? ''
          const unfolded = source.replaceAll(/\r\n[ \t]+/g, ' ')
          received.push({
            to,
            source: source.replaceAll('=\r\n', '').replaceAll('=3D', '='),
            headers: unfolded.slice(0, unfolded.indexOf('\r\n\r\n')),
          })
          done()
        })
      },
    })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
  })
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  stageGrowth(
    { MAIL_FROM: 'news@vault.example' },
    {
      more: () => ({ SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` }),
      // People of the stage confirm their addresses by what arrived here.
      onStarted: ({ mailbox }) => {
        mailbox.next = async (to) => {
          const arrived = await vi.waitUntil(() => mailTo(to)[0], { timeout: 60_000 })
          return { id: '', from: '', html: '', subject: '', to, text: arrived.source }
        }
      },
    },
  )
}

export const FIELDS = {
  subject: 'News of engines',
  blocks: [
    { kind: 'heading', text: 'Hello' },
    { kind: 'text', text: 'Read [this](https://a.example/x) and <b>that</b>' },
    { kind: 'button', label: 'Open', url: 'https://b.example/' },
  ],
  footer: 'Engines Ltd, 1 Street',
  reply_to: null,
  audience_id: null,
  per_hour: 6000,
}

async function newAudience(tag: string): Promise<string> {
  const { body } = await call(manager, 'POST', '/audiences', { name: `Audience ${tag}`, rules: { tag } })
  return String(body['id'])
}

/** A draft for an audience of its own. @param names of its contacts */
export async function stageNewsletter(names: readonly string[], more: Partial<typeof FIELDS> = {}) {
  const mark = randomUUID().slice(0, 8)
  const emails = names.map((name) => `${name}-${mark}@example.org`)
  await importContacts(`email\n${emails.join('\n')}`, { tags: [mark], ground: 'They asked' })
  const audience = await newAudience(mark)
  const made = await call(manager, 'POST', '/newsletters', { ...FIELDS, audience_id: audience, ...more })
  expect(made.status).toBe(201)
  return { id: String(made.body['id']), audience, emails, mark }
}

export const schedule = (id: string, at: string | null = null) =>
  call(manager, 'POST', `/newsletters/${id}/schedule`, { at })
export const act = (id: string, what: string, person = manager) =>
  call(person, 'POST', `/newsletters/${id}/act`, { act: what })
type Counts = Record<
  'recipients' | 'waiting' | 'sent' | 'bounced' | 'failed' | 'left_out' | 'clicked' | 'unsubscribed' | 'complained',
  number
>
type Letter = { status: string; counts: Counts; clicks: { link: number; clicks: number }[] }
export const read = async (id: string) => (await call(manager, 'GET', `/newsletters/${id}`)).body as Letter

/** A round, to its last mail. One that still waited would take mails whenever its turn came, also after what the test does next. */
export async function makeRound(): Promise<void> {
  await server.database.owner(`select graphile_worker.add_job('growth:newsletters')`)
  await expect.poll(unfinished).toBe(0)
}

async function unfinished(): Promise<number> {
  const { rows } = await server.database.owner<{ jobs: number }>(
    `select count(*)::integer as jobs from graphile_worker.jobs where task_identifier in ('growth:newsletters', 'growth:newsletter-mail')`,
  )
  return rows[0]?.jobs ?? 0
}

/** Rounds as the clock would make them, until it looks so. */
export async function until(id: string, looks: (letter: Letter) => boolean): Promise<Letter> {
  for (;;) {
    await makeRound()
    const letter = await read(id)
    if (looks(letter)) return letter
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
export const isSent = ({ status }: Letter) => status === 'sent'
export const mailTo = (email: string) => received.filter(({ to }) => to === email)
export const unsubscribeUrl = ({ headers }: Received) => /List-Unsubscribe: <([^>]+)>/i.exec(headers)?.[1] ?? ''
export const linksIn = ({ source }: Received) =>
  [...source.matchAll(/href="(https?:\/\/[^"]*\/growth\/l\/[^"]+)"/g)].map(([, url = '']) => url)
