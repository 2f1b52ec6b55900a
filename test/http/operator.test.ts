import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    SOURCE_URL: 'https://git.example.org/shield',
    REPLY_HOURS: '48',
    BILLING: 'sandbox',
    BILLING_TRIAL_DAYS: '21',
    OPERATOR_NAME: 'Example & Sons',
    PRIVACY_AUTHORITY: 'Example authority',
    SUPPORT_EMAIL: 'desk@example.org',
    LEGAL_SINCE: '2026-12-01',
  })
})
afterAll(() => server.stop())

test('what the operator promises and says about itself is in the document that pages begin with', async () => {
  expect(await (await server.fetch('/config.json')).json()).toMatchObject({
    source_url: 'https://git.example.org/shield',
    reply_hours: 48,
    trial_days: 21,
    operator: {
      name: 'Example & Sons',
      address: null,
      email: 'desk@example.org',
      authority: 'Example authority',
      since: '2026-12-01',
      law: null,
    },
  })
})

test('/source leads to the source, whatever the visitor adds', async () => {
  for (const address of ['/source', '/source?to=https://elsewhere.example']) {
    const answer = await server.fetch(address, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://git.example.org/shield'])
  }
})

test('without settings nothing is promised', () => {
  const { operator } = readConfig({})
  expect([operator.sourceUrl, operator.replyHours]).toEqual([undefined, undefined])
  expect(Object.values(operator.facts)).toEqual([null, null, null, null, null, null])
})

test.each([
  ['SOURCE_URL', 'javascript:alert(1)'],
  ['SOURCE_URL', 'http://git.example.org'],
  ['REPLY_HOURS', '0'],
  ['REPLY_HOURS', 'soon'],
  ['PRIVACY_EMAIL', 'nobody'],
  ['LEGAL_SINCE', '1 December 2026'],
  ['LEGAL_SINCE', '2026-13-01'],
  ['SOCIAL_LINKS', 'https://example.org,ftp://example.org'],
])('%s is refused as %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})
