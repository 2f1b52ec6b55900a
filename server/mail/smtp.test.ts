import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailNotice, mailTransport } from './mail-transport.ts'
import { smtpSender } from './smtp.ts'

const mail = { to: 'ada@example.test', subject: 'Hello', text: 'a link', html: '<p>a link</p>' }
let received = 0
let smtp: SMTPServer
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('end', () => {
        received += 1
        done()
      })
      stream.resume()
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
beforeEach(() => {
  received = 0
})

/** An SMTP server that offers no TLS. */
const address = (query = '') => `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}${query}`

test.each(['', '?requireTLS=false', '?ignoreTLS=true&opportunisticTLS=true'])(
  'where TLS is required nothing is sent to a server that offers none',
  async (query) => {
    const sender = smtpSender({ smtpUrl: address(query), smtpTls: 'required' }, 'vault@example.test')
    await expect(sender.reach()).rejects.toThrow(/STARTTLS/)
    await expect(sender.deliver(mail)).rejects.toThrow(/STARTTLS/)
    sender.close()
    expect(received).toBe(0)
  },
)

test('where it is not, the mail leaves in clear text', async () => {
  const sender = smtpSender({ smtpUrl: address(), smtpTls: 'offered' }, 'vault@example.test')
  await sender.deliver(mail)
  sender.close()
  expect(received).toBe(1)
})

test.each([
  [undefined, 'offered', 'mailbox', 'No SMTP server is set: mails wait at https://vault.example/dev/mailbox'],
  ['smtp://ada:secret@mail.example', 'offered', 'may-be-clear', expect.stringContaining('SMTP_TLS=required')],
  ['smtp://mail.example:587?localhost', 'offered', 'may-be-clear', expect.stringContaining('in clear text')],
  ['smtp://mail.example', 'required', 'encrypted', undefined],
  ['smtps://mail.example', 'offered', 'encrypted', undefined],
  ['smtp://127.0.0.1:25', 'offered', 'this-machine', undefined],
  ['smtp://localhost', 'offered', 'this-machine', undefined],
  ['smtp://[::1]:25', 'offered', 'this-machine', undefined],
] as const)('mail by %s with TLS %s is %s, and the start says so', (smtpUrl, smtpTls, transport, notice) => {
  expect(mailTransport({ smtpUrl, smtpTls })).toBe(transport)
  expect(mailNotice({ smtpUrl, smtpTls }, 'https://vault.example')).toEqual(notice)
})
