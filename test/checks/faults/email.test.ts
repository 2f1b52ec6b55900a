import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { CheckId } from '#contract/checks/checks.ts'
import { mailSamples } from '#server/checks/email/templates.ts'
import * as templates from '#server/mail/templates.ts'
import { type DnsServer, startDnsServer } from '../../support/counterparts/dns-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../support/server/test-server.ts'
import { json } from './broken-front.ts'
import { type Fault, findings } from './fault.ts'
import { testFaults, useFaultStage } from './fault-stage.ts'

let smtp: SMTPServer
let isWelcome = true
let dns: DnsServer
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(isWelcome ? null : new Error('not now')),
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  dns = await startDnsServer()
})
afterAll(async () => {
  await dns.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const smtpPort = (): number => (smtp.server.address() as AddressInfo).port
const stage = useFaultStage(() => ({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort()}`,
  DNS_SERVERS: dns.address,
}))

const FAULTS: Partial<Record<CheckId, Fault>> = {
  'MAIL-01': {
    what: 'the mail server lets nobody in',
    says: /not now/,
    breakIt: async () => {
      isWelcome = false
      return async () => (isWelcome = true)
    },
  },
  'MAIL-02': {
    what: 'a template has a place that nobody fills',
    says: /brokenMail has a place that is not filled/,
    breakIt: async () => {
      mailSamples['brokenMail'] = (url) => templates.accountExistsMail({ url: `${url}&name=undefined` })
      return async () => delete mailSamples['brokenMail']
    },
  },
  'MAIL-03': {
    what: 'a request for another password is accepted, and no mail is queued',
    says: /none was queued/,
    breakIt: stage.answering(({ path, body }, ask) =>
      path === '/auth/v1/recover' && !body.includes('Bcc') ? json(200, {}) : ask(),
    ),
  },
  'MAIL-04': {
    what: 'a mail is sent as it comes',
    says: /a subject/,
    breakIt: async () => {
      const { mail } = stage.server.services
      const send = mail.send
      mail.send = async (db, to, { subject, ...content }) =>
        send(db, to, { ...content, subject: subject.replaceAll(/[\r\n]/g, ' ') })
      return async () => (mail.send = send)
    },
  },
  'MAIL-05': {
    what: 'a mail waits and nobody sends it',
    says: /1 mails are due/,
    breakIt: stage.changing(
      `select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '1 hour', job_key => 'stuck');
       update graphile_worker._private_jobs set locked_at = now(), locked_by = 'nobody' where key = 'stuck'`,
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null where key = 'stuck'; select graphile_worker.remove_job('stuck')`,
    ),
  },
}

testFaults(stage, 'email', FAULTS)

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
