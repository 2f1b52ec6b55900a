import fs from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { htmlPage, htmlPagePolicy } from '#server/http/html-page.ts'
import { Html, markup } from '#server/markup.ts'
import type { LocalMailbox, StoredMail } from '#server/mail/local-mailbox.ts'

const STYLESHEET = fs.readFileSync(path.join(import.meta.dirname, 'mailbox.css'), 'utf8')
const LINK = /https?:\/\/[^\s<>"]+/g

/** Shows the mails of an installation without SMTP server. Register it only while there is a local mailbox. */
export function devMailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: LocalMailbox }): void {
  app.get('/dev/mailbox', async (_request, reply) => sendPage(reply, listPage(await mailbox.list())))

  app.get('/dev/mailbox.json', async () => (await mailbox.list()).map(presentMail))

  app.get('/dev/mailbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLESHEET))

  app.get('/dev/mailbox/:id', async (request, reply) => {
    const mail = await findMail(mailbox, request.params)
    return mail ? sendPage(reply, mailPage(mail)) : notFound(reply)
  })

  // Its own document without scripts, styles or images: a mail may quote what a stranger typed.
  app.get('/dev/mailbox/:id/html', async (request, reply) => {
    const mail = await findMail(mailbox, request.params)
    return mail ? sendPage(reply, mail.html) : notFound(reply)
  })
}

async function findMail(mailbox: LocalMailbox, params: unknown): Promise<StoredMail | undefined> {
  const parsed = z.object({ id: z.uuid() }).safeParse(params)
  return parsed.success ? mailbox.find(parsed.data.id) : undefined
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': htmlPagePolicy(),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

function notFound(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), layout('No such mail', markup`<p><a href="/dev/mailbox">All mails</a></p>`))
}

function presentMail({
  id,
  created_at,
  sender,
  recipient,
  reply_to,
  subject,
  text,
  html,
}: StoredMail): Record<string, unknown> {
  return { id, created_at, from: sender, to: recipient, reply_to, subject, text, html }
}

function listPage(mails: StoredMail[]): string {
  const entries = mails.map(
    (mail) =>
      markup`<li>
        <a href="/dev/mailbox/${mail.id}"><strong>${mail.subject}</strong>${mail.recipient}, ${timeOf(mail)}</a>
      </li>`,
  )
  const list = entries.length > 0 ? markup`<ol>${entries}</ol>` : markup`<p>No mail yet.</p>`
  return layout(
    'Local mailbox',
    markup`<p>No SMTP server is set, so mails are kept here. <a href="/dev/mailbox">Refresh</a></p>
      ${list}`,
  )
}

function mailPage(mail: StoredMail): string {
  return layout(
    mail.subject,
    markup`<nav><a href="/dev/mailbox">All mails</a></nav>
      <dl>
        <dt>To</dt>
        <dd>${mail.recipient}</dd>
        <dt>From</dt>
        <dd>${mail.sender}</dd>
        ${mail.reply_to ? markup`<dt>Reply to</dt><dd>${mail.reply_to}</dd>` : ''}
        <dt>Sent</dt>
        <dd>${timeOf(mail)}</dd>
      </dl>
      <pre>${linked(mail.text)}</pre>
      <p><a href="/dev/mailbox/${mail.id}/html">HTML version</a></p>`,
  )
}

function linked(text: string): Html {
  const links = [...text.matchAll(LINK)]
  const between = text.split(LINK)
  const parts = between.flatMap((plain, index) => {
    const url = links[index]?.[0]
    return url ? [markup`${plain}`, markup`<a href="${url}">${url}</a>`] : [markup`${plain}`]
  })
  return new Html(parts.map((part) => part.text).join(''))
}

function timeOf(mail: StoredMail): Html {
  const iso = mail.created_at.toISOString()
  return markup`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`
}

function layout(title: string, body: Html): string {
  return htmlPage({ title, stylesheet: '/dev/mailbox.css', body })
}
