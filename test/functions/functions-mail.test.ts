import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { startServer } from '../support/server/test-server.ts'

test('a message of the contact form goes out by SMTP, to be answered to its sender', async () => {
  const { promise: received, resolve } = Promise.withResolvers<Email>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        resolve(PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', () => listening()))
  const { port } = smtp.server.address() as AddressInfo
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, SUPPORT_EMAIL: 'help@example.test' })
  try {
    const body = {
      name: 'Eve\r\nBcc: all@example.test',
      email: 'eve@example.test',
      subject: 'Hello\r\nX-Priority: 1',
      message: 'One\n\nTwo',
    }
    const { error } = await server.client().functions.invoke('send-support-email', { body })
    expect(error).toBeNull()

    const mail = await received

    expect(mail.to?.map(({ address }) => address)).toEqual(['help@example.test'])
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['eve@example.test'])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key)).not.toContain('x-priority')
    expect(mail.text).toContain('One\n\nTwo')
  } finally {
    await server.stop()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  }
})
