import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

describe('with an SMTP server', () => {
  const received: Promise<Email>[] = []
  let refusals = 0
  let smtp: SMTPServer
  let server: TestServer

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (refusals-- > 0) return done(new Error('try again later'))
          received.push(PostalMime.parse(Buffer.concat(chunks)))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
    const { port } = smtp.server.address() as AddressInfo
    server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Vault <vault@example.test>' })
  })
  afterAll(async () => {
    await server.stop()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  async function mailTo(address: string): Promise<Email> {
    for (let tries = 0; tries < 500; tries++) {
      const found = (await Promise.all(received)).find((mail) => mail.to?.[0]?.address === address)
      if (found) return found
      await sleep(20)
    }
    throw new Error('no such mail')
  }

  test('the confirmation arrives as text and HTML, and its link works', async () => {
    const email = newEmail()
    await server.client().auth.signUp({ email, password: PASSWORD })

    const mail = await mailTo(email)

    expect(mail.from).toMatchObject({ name: 'Vault', address: 'vault@example.test' })
    expect(mail.subject).toBe('Confirm your email address')
    expect(mail.html).toContain('<a href="http://127.0.0.1')
    expect(mail.html).not.toMatch(/<img|<script|style=/)
    expect((await targetOfButton(linkIn({ text: mail.text ?? '' }))).hash).toContain('access_token=')
  })

  test('a mail that the server refuses at first is sent again', async () => {
    refusals = 1
    const email = newEmail()
    await server.client().auth.signUp({ email, password: PASSWORD })

    expect((await mailTo(email)).subject).toBe('Confirm your email address')
  })

  test('a waiting mail is sealed, so the queue holds no link', async () => {
    refusals = 1000
    const email = newEmail()
    await server.client().auth.signUp({ email, password: PASSWORD })

    const { rows } = await server.database.owner<{ payload: unknown }>(
      'select payload from graphile_worker._private_jobs',
    )

    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/example\.test|verify\?token/)
  })

  test('there is no local mailbox', () => {
    expect(server.app.hasRoute({ method: 'GET', url: '/dev/mailbox' })).toBe(false)
  })
})

describe('without an SMTP server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  test('the local mailbox lists mails newest first and opens each under a strict policy', async () => {
    const [first, second] = [newEmail(), newEmail()]
    await server.client().auth.signUp({ email: first, password: PASSWORD })
    await server.mailbox.next(first)
    await server.client().auth.signUp({ email: second, password: PASSWORD })
    const { id, text } = await server.mailbox.next(second)

    const list = await server.fetch('/dev/mailbox')
    const page = await list.text()
    const mail = await server.fetch(`/dev/mailbox/${id}`)
    const body = await server.fetch(`/dev/mailbox/${id}/html`)

    expect(page.indexOf(second)).toBeLessThan(page.indexOf(first))
    for (const answer of [list, mail, body]) {
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
    }
    expect(await mail.text()).toContain(`<a href="${linkIn({ text }).replaceAll('&', '&amp;')}">`)
    expect(await body.text()).toContain('<h1>Confirm your email address</h1>')
    expect((await server.fetch('/dev/mailbox.css')).headers.get('content-type')).toContain('text/css')
    expect((await server.fetch('/dev/mailbox/nonsense')).status).toBe(404)
  })
})
