import { expect, test } from 'vitest'
import { isProgram, RecentVisitors } from './recent-visitors.ts'

function visitorsAt() {
  let elapsed = 0
  const clock = { nowMs: () => elapsed, elapsedMs: () => elapsed, sleep: async () => undefined }
  const visitors = new RecentVisitors(clock)
  return {
    pass: (ms: number) => void (elapsed += ms),
    isNew: (code = 'acme', address = '192.0.2.1', userAgent = 'Firefox') =>
      visitors.isNew({ code, address, userAgent }),
  }
}

test('who comes again within a minute is no new visitor, and is one afterwards', () => {
  const { pass, isNew } = visitorsAt()
  expect(isNew()).toBe(true)
  pass(59_000)
  expect(isNew()).toBe(false)
  pass(59_000)
  expect(isNew()).toBe(false)
  pass(60_000)
  expect(isNew()).toBe(true)
})

test('another link, network or browser is another visitor; addresses of one IPv6 network are one', () => {
  const { isNew } = visitorsAt()
  expect(isNew()).toBe(true)
  expect(isNew('other')).toBe(true)
  expect(isNew('acme', '192.0.2.2')).toBe(true)
  expect(isNew('acme', '192.0.2.1', 'Safari')).toBe(true)
  expect(isNew('acme', '2001:db8::1')).toBe(true)
  expect(isNew('acme', '2001:db8::2')).toBe(false)
})

test('many visitors of one minute are kept within a limit', () => {
  const { isNew } = visitorsAt()
  for (let at = 0; at < 50_001; at += 1) isNew('acme', `192.0.2.1`, String(at))
  expect(isNew('acme', '192.0.2.1', '0')).toBe(true)
  expect(isNew('acme', '192.0.2.1', '50000')).toBe(false)
})

test.each([
  undefined,
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'facebookexternalhit/1.1',
  'Slackbot-LinkExpanding 1.0',
  'curl/8.5.0',
  'python-requests/2.32',
  'Mozilla/5.0 HeadlessChrome/140.0',
])('%s is a program', (userAgent) => {
  expect(isProgram(userAgent)).toBe(true)
})

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
])('%s is a browser', (userAgent) => {
  expect(isProgram(userAgent)).toBe(false)
})
