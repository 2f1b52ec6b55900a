import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientOf } from '#server/auth/request.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { htmlPage, htmlPagePolicy } from '../../http/html-page.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { Tickets } from '../../http/tickets.ts'
import type { Mail } from '../../mail/mail.ts'
import { markup } from '../../markup.ts'
import { type Notice, noticePage } from '../../status/notice-page.ts'
import { growthError, parse } from '../growth-requests.ts'
import type { MailTokens } from '../newsletters/mail-tokens.ts'
import { growthLimits } from '../growth-limits.ts'
import { formConfirmationMail } from './confirmation-mail.ts'

const BODY_LIMIT = 4096
const WEEK_SECONDS = 7 * 24 * 3600
const ASKED: Notice = {
  title: 'Check your mail',
  text: 'If the address can receive mail, a link is on its way to it. Newsletters begin when it is confirmed.',
}
const CONFIRMED: Notice = {
  title: 'Confirmed',
  text: 'You get newsletters from now on. Each of them has a link to unsubscribe.',
}
const DEAD_LINK: Notice = {
  title: 'This link does not work',
  text: 'It is older than a week, or was cut off by a mail program. You can fill in the form again.',
}
const INCOMPLETE: Notice = {
  title: 'Nothing was sent',
  text: 'Go back, give an email address, and tick the box to agree.',
}

type Form = { id: string; title: string; lead: string; consent_text: string; organisation: string }
export type LandingServices = {
  config: Pick<Config, 'publicUrl'>
  secrets: { serverSecret: Buffer }
  database: Database
  mail: Pick<Mail, 'send'>
  limits: RateLimits
  tokens: MailTokens
  clock: Clock
}

const signUp = z.object({
  email: z.email().max(254),
  name: z
    .string()
    .transform((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .pipe(z.string().max(200))
    .default(''),
  agreed: z.literal('yes'),
})

/** Forms that other sites show in a frame: no script, no cookie, and an address gets nothing but one mail until its owner confirms it. */
export function landingRoutes(app: FastifyInstance, services: LandingServices): void {
  const { database, limits, tokens } = services
  const confirmations = confirmationTickets(services)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
  const idIn = (request: FastifyRequest): string => parse(z.object({ id: z.uuid().lowercase() }), request.params).id
  const tokenIn = (request: FastifyRequest): string => (request.params as { token: string }).token
  const count = (request: FastifyRequest) => limits.take(growthLimits.growthByAddress, clientOf(request).ip)

  app.get('/form/:id', { exposeHeadRoute: false }, async (request, reply) => {
    await count(request)
    return sendFramed(reply, formPage(await findForm(database, idIn(request))))
  })
  app.post('/form/:id', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const given = signUp.safeParse(request.body)
    if (!given.success) return sendFramed(reply.code(422), noticePage({ ...INCOMPLETE, isApart: true }))
    await ask(services, confirmations, { form: idIn(request), ...given.data, ip: clientOf(request).ip })
    return sendFramed(reply.code(202), noticePage({ ...ASKED, isApart: true }))
  })
  app.get('/confirm/:token', { exposeHeadRoute: false }, async (request, reply) => {
    await count(request)
    const isOurs = (await readTicket(confirmations, tokenIn(request))) !== undefined
    if (!isOurs) return sendPage(reply.code(410), DEAD_LINK)
    return sendPage(reply, {
      title: 'Confirm newsletters',
      text: 'One more click, and you get them. You can unsubscribe at any time.',
      form: { button: 'Confirm', action: `/growth/confirm/${tokenIn(request)}`, fields: {} },
    })
  })
  app.post('/confirm/:token', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await count(request)
    const ticket = await readTicket(confirmations, tokenIn(request))
    if (!ticket) return sendPage(reply.code(410), DEAD_LINK)
    const { rows } = await database.owner<{ is_done: boolean }>(
      'select growth.confirm_sign_up($1, $2, $3) as is_done',
      [ticket.contact, ticket.form, tokens.addressHash(clientOf(request).ip)],
    )
    return rows[0]?.is_done ? sendPage(reply, CONFIRMED) : sendPage(reply.code(410), DEAD_LINK)
  })
}

const confirmationTickets = ({ secrets, clock }: LandingServices): Tickets =>
  new Tickets({
    serverSecret: secrets.serverSecret,
    clock,
    keyInfo: 'qs1/growth/confirm',
    claim: 'sign-up',
    lifetimeSeconds: WEEK_SECONDS,
    refuse: {
      expired: (options) => growthError('growth_not_found', options),
      invalid: (options) => growthError('growth_not_found', options),
    },
  })

async function readTicket(tickets: Tickets, token: string): Promise<{ contact: string; form: string } | undefined> {
  // Any refusal is a link that does not work.
  const text = await tickets.read(token).catch(() => undefined)
  const [contact, form] = text?.split(' ') ?? []
  return contact !== undefined && form !== undefined ? { contact, form } : undefined
}

/** The answer is the same whether a mail is due or not: it must not tell whose address is known here. */
async function ask(
  { config, database, mail, limits, tokens }: LandingServices,
  tickets: Tickets,
  { form, email, name, ip }: { form: string; email: string; name: string; ip: string },
): Promise<void> {
  await limits.take('mailOfStatusByAddress', `growth ${ip}`)
  await limits.take('mailByRecipient', `growth to ${email.toLowerCase()}`)
  await limits.take('mailByRecipientHourly', `growth to ${email.toLowerCase()}`)
  const { title, consent_text: agreed, organisation } = await findForm(database, form)
  await database.asOwner(async (db) => {
    const { rows } = await db.query<{ contact: string | null }>({
      text: 'select growth.sign_up($1, $2, $3, $4) as contact',
      values: [form, email, name, tokens.addressHash(ip)],
    })
    const contact = rows[0]?.contact
    if (!contact) return
    const url = `${config.publicUrl}/growth/confirm/${await tickets.issue(`${contact} ${form}`)}`
    await mail.send(db, email, formConfirmationMail({ organisation, title, agreed, url }))
  })
}

async function findForm(database: Database, id: string): Promise<Form> {
  const { rows } = await database.owner<Form>(
    `select f.id, f.title, f.lead, f.consent_text, t.name as organisation
     from growth.forms f join public.tenants t on t.id = f.tenant_id where f.id = $1 and f.is_open and t.status = 'active'`,
    [id],
  )
  if (!rows[0]) throw growthError('growth_not_found')
  return rows[0]
}

function formPage({ id, title, lead, consent_text: agreed }: Form): string {
  return htmlPage({
    title,
    stylesheet: '/status/notice.css',
    body: markup`${lead === '' ? markup`` : markup`<p>${lead}</p>`}
          <form method="post" action="/growth/form/${id}">
            <p><label>Email<br /><input type="email" name="email" required maxlength="254" autocomplete="email" /></label></p>
            <p><label>Name (optional)<br /><input name="name" maxlength="200" autocomplete="name" /></label></p>
            <p><label><input type="checkbox" name="agreed" value="yes" required /> ${agreed}</label></p>
            <button type="submit">Subscribe</button>
          </form>`,
  })
}

const sendPage = (reply: FastifyReply, notice: Notice): FastifyReply =>
  reply
    .headers({ 'content-security-policy': htmlPagePolicy(), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(noticePage({ ...notice, isApart: true }))

/** Other sites may frame it: there is nothing to click away from anybody, no session and no cookie. */
const sendFramed = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .removeHeader('x-frame-options')
    .headers({
      'content-security-policy': htmlPagePolicy().replace(`frame-ancestors 'none'`, 'frame-ancestors *'),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
