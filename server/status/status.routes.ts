import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientOf } from '#server/auth/request.ts'
import { Refusal, asRefusal, logFailure } from '#server/http/refusal.ts'
import { htmlPagePolicy } from '#server/http/html-page.ts'
import { type Notice, NOTICE_STYLESHEET, noticePage } from './notice-page.ts'
import { CACHE_SECONDS, type StatusReport } from './status-document.ts'
import { statusFeed } from './status-feed.ts'
import type { Subscriptions } from './subscriptions.service.ts'

const BODY_LIMIT = 4096
const MINUTES_5 = 300
const subscription = z.object({ email: z.email().max(254) })
const confirmation = z.object({ token: z.string().max(100) })
const ending = z.object({ id: z.string().max(100), key: z.string().max(100) })

const ASKED: Notice = {
  title: 'Check your mail',
  text: 'If the address can receive mail, a link is on its way to it. Status mails begin when it is confirmed.',
}
const CONFIRMED: Notice = {
  title: 'Status mails are on',
  text: 'You get a mail when an incident opens, changes or ends. Each mail has a link that stops them.',
}
const ENDED: Notice = { title: 'Status mails are off', text: 'Your address was deleted from the list.' }
const ELSEWHERE: Notice = {
  title: 'Nothing was sent',
  text: 'The form was sent from another site. Open the status page of this server and subscribe there.',
}
const DEAD_LINK: Notice = {
  title: 'This link does not work',
  text: 'It was used already, is older than 24 hours, or was cut off by a mail program. You can subscribe again on the status page.',
}

export type StatusRouteServices = { config: { publicUrl: string }; report: StatusReport; subscriptions: Subscriptions }

/** The state of this server for programs and feed readers, and mails about it. The page itself is part of the site. */
export async function statusRoutes(app: FastifyInstance, services: StatusRouteServices): Promise<void> {
  const { report } = services
  app.get('/status.json', async (_request, reply) => openly(reply).send(await report.current()))
  app.get('/status/rss.xml', async (_request, reply) =>
    openly(reply)
      .header('cache-control', `public, max-age=${MINUTES_5}`)
      .type('application/rss+xml; charset=utf-8')
      .send(statusFeed(await report.current(), services.config.publicUrl)),
  )
  await app.register(async (scope) => subscriptionRoutes(scope, services))
}

/** Says nothing that the page does not say, so every page elsewhere may read it. */
const openly = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
  })

function subscriptionRoutes(app: FastifyInstance, { subscriptions }: StatusRouteServices): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
  app.setErrorHandler(sendRefusal)
  const bodyLimit = BODY_LIMIT

  app.get('/status/notice.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(NOTICE_STYLESHEET),
  )
  app.post('/status/subscriptions', { bodyLimit }, async (request, reply) => {
    // A page elsewhere must not make its visitors ask for mails.
    if (request.headers['sec-fetch-site'] === 'cross-site') return answer(request, reply.code(403), ELSEWHERE)
    const { email } = subscription.parse(request.body)
    await subscriptions.ask(email, clientOf(request).ip)
    return answer(request, reply.code(202), ASKED)
  })

  app.get('/status/confirm', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = confirmation.parse(request.query)
    return sendPage(reply, {
      title: 'Confirm status mails',
      text: 'One more click, and you get a mail when an incident of this server opens, changes or ends.',
      form: { button: 'Confirm', action: '/status/confirm', fields: { token } },
    })
  })
  app.post('/status/confirm', { bodyLimit }, async (request, reply) => {
    const { token } = confirmation.parse(request.body)
    return (await subscriptions.confirm(token)) ? sendPage(reply, CONFIRMED) : sendPage(reply.code(410), DEAD_LINK)
  })

  app.get('/status/unsubscribe', { exposeHeadRoute: false }, async (request, reply) => {
    const { id, key } = ending.parse(request.query)
    return sendPage(reply, {
      title: 'Stop status mails?',
      text: 'Your address is deleted from the list at once.',
      form: {
        button: 'Stop status mails',
        action: `/status/unsubscribe?${new URLSearchParams({ id, key })}`,
        fields: {},
      },
    })
  })
  // The address carries everything, for mail programs post a fixed body to it (RFC 8058).
  app.post('/status/unsubscribe', { bodyLimit }, async (request, reply) => {
    const { id, key } = ending.parse(request.query)
    return (await subscriptions.end(id, key)) ? sendPage(reply, ENDED) : sendPage(reply.code(404), DEAD_LINK)
  })
}

/** JSON for the page's script, a page for a form without one. */
function answer(request: FastifyRequest, reply: FastifyReply, notice: Notice): FastifyReply {
  return isForm(request) ? sendPage(reply, notice) : reply.send({ message: notice.text })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

const sendPage = (reply: FastifyReply, notice: Notice): FastifyReply =>
  reply
    .header('content-security-policy', htmlPagePolicy())
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(noticePage(notice))

function sendRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, REFUSALS)
  logFailure(request, { error, refusal, failed: 'a status subscription failed' })
  const { status, code, message, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.code(status)
  const isPage = isForm(request) || request.method === 'GET'
  return isPage ? sendPage(reply, { title: 'That did not work', text: message }) : reply.send({ code, message })
}

const REFUSALS: Parameters<typeof asRefusal>[1] = {
  translate: (error) =>
    error instanceof z.ZodError
      ? new Refusal(400, 'bad_request', 'That is not an email address, or the link was cut off.')
      : undefined,
  unforeseen: () =>
    new Refusal(
      503,
      'unavailable',
      'Nothing was changed, because the server cannot do this now. Try again in a few minutes.',
    ),
}
