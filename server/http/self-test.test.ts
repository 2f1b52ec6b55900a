import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { selfTestHeaders, takeSelfTests } from './self-test.ts'

const secret = randomBytes(32)
const time = { now: 1_000_000, nowMs: () => time.now }

async function heard(headers: Record<string, string>) {
  const app = Fastify()
  takeSelfTests(app, secret, time)
  app.get('/', async ({ ip, headers: seen }) => ({ ip, seen: seen['x-self-test'] ?? null }))
  return (await app.inject({ url: '/', headers })).json<{ ip: string; seen: string | null }>()
}

test('a request of the server to itself counts for an address that is nobody’s, another one each time', async () => {
  const [first, second] = [selfTestHeaders(secret, time), selfTestHeaders(secret, time)]
  const { ip, seen } = await heard(first())
  expect(ip).toMatch(/^2001:db8:[0-9a-f]{4}:[0-9a-f]{4}::1$/)
  expect(seen).toBeNull()
  expect((await heard(first())).ip).toBe(ip)
  expect((await heard(second())).ip).not.toBe(ip)
})

test('nobody else names an address', async () => {
  const value = selfTestHeaders(secret, time)()['x-self-test'] ?? ''
  for (const altered of [
    value.replace('2001:db8', '2001:db7'),
    value.replace(/ \d+ /, ' 99999999999999 '),
    `${value}x`,
    value.slice(0, -1),
    'ü ü ü',
    '',
  ]) {
    expect(await heard({ 'x-self-test': altered })).toEqual({ ip: '127.0.0.1', seen: null })
  }
  expect((await heard(selfTestHeaders(randomBytes(32), time)())).ip).toBe('127.0.0.1')
})

test('what was sent a minute ago counts no more', async () => {
  const headers = selfTestHeaders(secret, time)()
  time.now += 60_001
  expect((await heard(headers)).ip).toBe('127.0.0.1')
})
