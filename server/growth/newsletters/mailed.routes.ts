import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf } from '#server/auth/request.ts'
import type { Database } from '../../db/database.ts'
import { htmlPagePolicy } from '../../http/html-page.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { type Notice, noticePage } from '../../status/notice-page.ts'
import type { MailTokens } from './mail-tokens.ts'
import type { NewsletterService } from './newsletters.service.ts'
import { growthLimits } from '../growth-limits.ts'

const BODY_LIMIT = 4096
const DONE: Notice = {
  title: 'You are unsubscribed',
  text: 'You get no more newsletters from this sender. That holds also when your address is added again.',
}
const DEAD_LINK: Notice = {
  title: 'This link does not work',
  text: 'It was cut off by a mail program, or the newsletter was deleted. Answer the mail, and the sender can unsubscribe you.',
}
const TEST: Notice = {
  title: 'This was a test',
  text: 'In a newsletter, this link unsubscribes the person who got it.',
}

/** Shown in a frame of the editor: no script, nothing from elsewhere, and no way out of it. */
const PREVIEW_POLICY = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`

type MailedServices = { database: Database; limits: RateLimits; tokens: MailTokens; service: NewsletterService }

/** What the links in newsletters lead to, for people without an account. Opening a link changes nothing but a count: mail scanners do that. */
export function mailedRoutes(app: FastifyInstance, { database, limits, tokens, service }: MailedServices): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
  const options = { exposeHeadRoute: false }
  const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
  const count = (request: FastifyRequest) => limits.take(growthLimits.growthByAddress, clientOf(request).ip)

  app.get('/unsubscribe/:token', options, async (request, reply) => {
    await count(request)
    const token = tokenOf(request)
    if (token === 'test') return sendPage(reply, TEST)
    if (tokens.readUnsubscribe(token) === undefined) return sendPage(reply.code(404), DEAD_LINK)
    return sendPage(reply, {
      title: 'Unsubscribe?',
      text: 'You get no more newsletters from this sender.',
      form: { button: 'Unsubscribe', action: `/growth/unsubscribe/${token}`, fields: {} },
    })
  })
  // RFC 8058: mail programs post a fixed body to the address, without a person and a session.
  app.post('/unsubscribe/:token', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await count(request)
    if (tokenOf(request) === 'test') return sendPage(reply, TEST)
    const delivery = tokens.readUnsubscribe(tokenOf(request))
    if (delivery === undefined) return sendPage(reply.code(404), DEAD_LINK)
    const { rows } = await database.owner<{ is_done: boolean }>('select growth.unsubscribe($1) as is_done', [delivery])
    return rows[0]?.is_done ? sendPage(reply, DONE) : sendPage(reply.code(404), DEAD_LINK)
  })
  app.get('/l/:token', options, async (request, reply) => {
    await count(request)
    const link = tokens.readLink(tokenOf(request))
    if (!link) return sendPage(reply.code(404), DEAD_LINK)
    const { rows } = await database.owner<{ target: string | null }>('select growth.follow_link($1, $2) as target', [
      link.delivery,
      link.link,
    ])
    const target = rows[0]?.target
    if (!target) return sendPage(reply.code(404), DEAD_LINK)
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(target, 302)
  })
  app.get('/preview/:token', options, async (request, reply) => {
    await count(request)
    const html = await service.openPreview(tokenOf(request))
    return reply
      .headers({
        'content-security-policy': PREVIEW_POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

const sendPage = (reply: FastifyReply, notice: Notice): FastifyReply =>
  reply
    .headers({
      'content-security-policy': htmlPagePolicy(),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(noticePage({ ...notice, isApart: true }))
