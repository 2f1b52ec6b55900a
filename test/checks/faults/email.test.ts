import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { mailSamples } from '#server/checks/email/templates.ts'
import * as templates from '#server/mail/templates.ts'
import { type DnsServer, startDnsServer } from '../../support/counterparts/dns-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../support/server/test-server.ts'
import { EMAIL_FAULTS, mailServer } from './email-faults.ts'
import { findings } from './fault.ts'
import { stage, testFaults, useFaultStage } from './fault-stage.ts'

let smtp: SMTPServer
let dns: DnsServer
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(mailServer.isWelcome ? null : new Error('not now')),
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  dns = await startDnsServer()
})
afterAll(async () => {
  await dns.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const smtpPort = (): number => (smtp.server.address() as AddressInfo).port
useFaultStage(() => ({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort()}`,
  DNS_SERVERS: dns.address,
}))

testFaults('email', EMAIL_FAULTS)

test('every template is tried', () => {
  expect(Object.keys(mailSamples).toSorted()).toEqual(Object.keys(templates).toSorted())
})

test('a domain whose mails nobody vouches for is named', async () => {
  const config = { ...stage.server.config, smtpUrl: 'smtp://mail.example.test', mailFrom: 'Vault <vault@example.test>' }
  const found = await findings({ ...stage.server.services, config }, ['MAIL-05'])
  expect(found['MAIL-05']?.error).toBe('Other mail servers find no record for mails from example.test: SPF, DMARC')
})

test('without a mail server, none is tried', async () => {
  const without = await startServer()
  expect(await findings(without.services, ['MAIL-01'])).toMatchObject({
    'MAIL-01': { status: 'skipped', reason: 'local_mailbox' },
  })
  await without.stop()
})
