import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { mailSamples } from '#server/checks/email/mail-samples.ts'
import { type DnsServer, startDnsServer } from '../../support/counterparts/dns-server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  SUPPORT_EMAIL: 'support@example.test',
}))

testFaults('email', EMAIL_FAULTS)

/** Lines that compose a mail: functions that promise one, and those that fill one of the two forms of it. */
const MAKES = /(?:\)|\})?: MailContent(?: \| null)? \{$|\bnoticeMailOf\(|\bcompose\(/
const SERVER = path.resolve(import.meta.dirname, '../../../server')

/** By their names, in all files of the server. */
function mailMakers(): string[] {
  const files = fs.globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/^checks\/|\.test\.ts$/.test(file))
  const names = files.flatMap((file) => {
    const text = fs.readFileSync(path.join(SERVER, file), 'utf8')
    if (!text.includes('mail/templates.ts') && !file.startsWith('mail/')) return []
    const lines = text.split('\n')
    return lines.flatMap((line, at) => {
      if (!MAKES.test(line)) return []
      const above = lines.slice(0, at + 1).toReversed()
      return above.map((one) => /function (\w+)/.exec(one)?.[1]).find((name) => name !== undefined) ?? []
    })
  })
  return [...new Set(names)]
}

test('every function that makes a mail is tried', () => {
  // The form of all of them; newsletters, whose text is a list of blocks, have one of their own.
  const makers = [...mailMakers().filter((name) => name !== 'compose'), 'renderNewsletter']
  expect(makers.length).toBeGreaterThan(25)
  expect(Object.keys(mailSamples).toSorted()).toEqual(makers.toSorted())
})

describe('a server that sends for a domain', () => {
  const sending = async (dkimSelector?: string) => {
    const from = { smtpUrl: 'smtp://mail.example.test', mailFrom: 'Vault <vault@example.test>', dkimSelector }
    const config = { ...stage.server.config, ...from }
    const found = await findings({ ...stage.server.services, config }, ['MAIL-05'])
    const { rows } = await stage.server.database.owner<{ skipped: string | null; records: string[] }>(
      `select evidence ->> 'skipped' as skipped, evidence -> 'records' as records from checks.results
       where check_id = 'MAIL-05' order by changed_at desc limit 1`,
    )
    return { ...found['MAIL-05'], ...rows[0] }
  }
  const MISSING = 'Other mail servers find no record for mails from example.test: '
  const KEY = 'mail2030._domainkey.example.test'
  const setUp = (): void => {
    dns.records.set('example.test', ['v=spf1 -all'])
    dns.records.set('_dmarc.example.test', ['v=DMARC1; p=reject'])
  }
  afterEach(() => dns.records.clear())

  test('without records is named', async () => {
    expect((await sending()).error).toBe(`${MISSING}SPF, DMARC`)
  })

  test('whose selector is not known says that nobody looked at DKIM', async () => {
    setUp()
    expect(await sending()).toMatchObject({
      status: 'passed',
      records: ['SPF', 'DMARC'],
      skipped: 'DKIM: its selector is not set (DKIM_SELECTOR)',
    })
  })

  test('has a key for its signatures', async () => {
    setUp()
    dns.records.set(KEY, ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0'])
    expect(await sending('mail2030')).toMatchObject({
      status: 'passed',
      records: ['SPF', 'DMARC', 'DKIM of mail2030'],
      skipped: null,
    })
  })

  test.each([[undefined], ['v=DKIM1; k=rsa; p='], ['v=DKIM2; p=MIIBIjANBgkqhkiG9w0'], ['v=spf1 -all']])(
    'is named where the record of its key is %j',
    async (record) => {
      setUp()
      if (record !== undefined) dns.records.set(KEY, [record])
      expect((await sending('mail2030')).error).toBe(`${MISSING}DKIM (a key at mail2030._domainkey)`)
    },
  )
})

test('without a mail server, none is tried', async () => {
  const without = await startServer()
  expect(await findings(without.services, ['MAIL-01'])).toMatchObject({
    'MAIL-01': { status: 'skipped', reason: 'local_mailbox' },
  })
  await without.stop()
})
