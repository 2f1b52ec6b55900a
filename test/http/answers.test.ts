import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import { routesOf } from '../support/server/routes.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const DIST = path.resolve(import.meta.dirname, '../../web/dist')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const SAMPLE = '00000000-0000-4000-8000-000000000000'

/** Documents say so: docs/wire.md, decisions 31 and 32. */
const PUBLIC = [
  '/livez',
  '/readyz',
  '/rest/v1',
  '/rest/v1/',
  '/robots.txt',
  '/connection.json',
  '/config.json',
  '/compliance/certifications',
  '/compliance/documents',
  '/auth/v1/captcha',
  '/auth/v1/settings',
  '/auth/v1/sso/saml/metadata',
  '/auth/v1/verify.css',
  '/auth/v1/health',
  '/auth/v1/.well-known/jwks.json',
  // On the machine itself only (`odd-requests.test.ts`).
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/mailbox.css',
  '/documentation/v1/published',
  '/documentation/v1/published/parts',
  '/storage/v1/status',
  '/storage/v1/version',
  '/content/v1/keys',
  '/streams/v1/keys',
  '/status.json',
  '/status/rss.xml',
  '/status/notice.css',
  '/sitemap.xml',
  '/billing/sandbox.css',
  '/blog/rss.xml',
  '/.well-known/security.txt',
]

test('nothing but what is meant for everybody answers without a session', async () => {
  const answered: string[] = []
  for (const { path: route, methods } of routesOf(server.app)) {
    if (!methods.includes('GET') || isOfTheSite(route)) continue
    const address = route.replaceAll(/:[a-z_|:]+/g, SAMPLE).replace('*', 'x')
    const { status } = await server.fetch(address, { redirect: 'manual' })
    if (status < 400) answered.push(route)
  }
  expect(answered.toSorted()).toEqual(PUBLIC.toSorted())
})

/** A file of the build, or a page made from one. */
function isOfTheSite(route: string): boolean {
  if (route === '/' || route.startsWith('/.well-known/waict/')) return true
  return [route, `site${route}.html`, `site${route}/index.html`].some((file) => fs.existsSync(path.join(DIST, file)))
}

test.each(['/nowhere', '/auth/v1/nowhere', '/auth/v1/user', '/rest/v1/profiles', '/storage/v1/object/list/x'])(
  'a refusal at %s has the headers of every answer, and is kept nowhere',
  async (address) => {
    const { status, headers } = await server.fetch(address)
    expect(status).toBeGreaterThanOrEqual(400)
    const sent = Object.fromEntries(Object.keys(BASELINE_HEADERS).map((name) => [name, headers.get(name)]))
    expect(sent).toEqual(BASELINE_HEADERS)
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

test.each([
  '/assets/',
  '/assets',
  '/.git/config',
  '/.env',
  '/package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
])('no folder is listed and no other file is there: %s', async (address) => {
  const { status, text } = await raw('GET', address)
  expect(status).toBe(404)
  expect(text).not.toContain('quantumshield.mjs')
})

test('what was sent is not sent back (TRACE)', async () => {
  const { status, text } = await raw('TRACE', '/', { 'x-secret': 'of mine' })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(text).not.toContain('of mine')
})

/** Past `fetch`, which tidies addresses and knows no TRACE. */
function raw(method: string, address: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(server.url, { method, path: address, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end()
  })
}
