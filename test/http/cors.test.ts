import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const FRIEND = 'https://app.example.com'
const SERVICES = ['/auth/v1/user', '/rest/v1/file_records', '/storage/v1/bucket', '/functions/v1/check-subscription']

let server: TestServer
beforeAll(async () => {
  server = await startServer({ CORS_ORIGINS: `${FRIEND}, https://other.example.com` })
})
afterAll(() => server.stop())

const preflight = (address: string, origin: string) =>
  fetch(server.url + address, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey,x-region' },
  })

test('a page of a listed origin may call all four services', async () => {
  for (const address of [...SERVICES, '/storage/v1/upload/resumable', '/functions/v1/no-such-function']) {
    const answer = await preflight(address, FRIEND)

    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND)
    expect(answer.headers.get('vary')).toContain('Origin')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ') ?? []
    for (const name of ['authorization', 'apikey', 'x-client-info', 'x-region', 'prefer', 'upload-offset']) {
      expect(allowed).toContain(name)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect(answer.headers.get('access-control-allow-methods')).toContain(method)
    }
  }
})

test('errors can be read by that page too', async () => {
  for (const address of SERVICES) {
    const answer = await fetch(server.url + address, { method: 'POST', headers: { origin: FRIEND }, body: '{' })

    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND)
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
  }
})

test('a page of another origin, and anything but the services, gets no permission', async () => {
  for (const origin of ['https://evil.example.com', `${FRIEND}.evil.com`, 'null']) {
    expect((await preflight('/auth/v1/user', origin)).headers.get('access-control-allow-origin')).toBeNull()
  }
  for (const address of ['/config.json', '/dev/mailbox.json', '/authx/v1/user']) {
    const answer = await fetch(server.url + address, { headers: { origin: FRIEND } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('OPTIONS that is no preflight stays the service’s own', async () => {
  const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: 'OPTIONS',
    headers: { origin: FRIEND },
  })

  expect(answer.headers.get('tus-version')).toBe('1.0.0')
})

test('without the setting nobody elsewhere may; an entry that could never match is refused', async () => {
  const closed = await startServer()
  try {
    const answer = await fetch(`${closed.url}/auth/v1/settings`, { headers: { origin: FRIEND } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  } finally {
    await closed.stop()
  }
  expect(() => readConfig({ CORS_ORIGINS: `${FRIEND}/` })).toThrow('CORS_ORIGINS')
  expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*'])
})
