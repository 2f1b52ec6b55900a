import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { StatusReport } from '#server/status/status-document.ts'
import { newEmail } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'

async function startSmtp(received: string[]): Promise<SMTPServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    // The server under test keeps its connection open; a lost SMTP server does not wait for it.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        // Long headers are folded.
        received.push(mail.replaceAll(/\r\n[ \t]+/g, ' '))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  return smtp
}

test('a set SMTP server is asked too: lost, mail is in outage; and mail programs find how to unsubscribe', async () => {
  const received: string[] = []
  const smtp = await startSmtp(received)
  const { port } = smtp.server.address() as AddressInfo
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
  const now = Date.now()
  const stateAfter = async (rounds: ReturnType<typeof server.probe>, at: number) => {
    const document = await new StatusReport(server.database, () => rounds).current(new Date(at))
    return document.services.find(({ id }) => id === 'mail')?.status
  }
  try {
    const good = server.probe()
    await good.round(new Date(now - 120_000))
    expect(await stateAfter(good, now - 120_000)).toBe('operational')

    const email = newEmail()
    await server.database.owner('insert into status.subscribers (email, confirmed_at) values ($1, now())', [email])
    await server.database.owner(
      `with made as (
         insert into status_incidents (title, description, status, severity, services)
         values ('Slow', 'Slow.', 'investigating', 'low', '{mail}') returning id)
       insert into status_incident_updates (incident_id, status, text) select id, 'investigating', 'Slow.' from made`,
    )
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toMatch(/list-unsubscribe: <http:\/\/127\.0\.0\.1:\d+\/status\/unsubscribe\?id=/i)
    expect(received[0]).toMatch(/list-unsubscribe-post: List-Unsubscribe=One-Click/i)

    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    const broken = server.probe()
    await broken.round(new Date(now - 30_000))
    await broken.round(new Date(now))
    expect(await stateAfter(broken, now)).toBe('outage')
  } finally {
    await server.stop()
  }
})
