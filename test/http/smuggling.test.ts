import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { pressButton } from '../support/server/pressed-button.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Sends bytes as they are. @returns everything that comes back. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => socket.end(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.once('close', () => resolve(answer))
    socket.once('error', reject)
  })
}
const statuses = (answer: string): string[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status ?? '')

// RFC 9112 section 6.3: what two servers could read as one request or two is refused, and the connection ends.
test.each([
  ['two lengths', 'content-length: 4\r\ncontent-length: 44\r\n'],
  ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n'],
  ['chunks in disguise', 'transfer-encoding: xchunked\r\n'],
  ['a length that is none', 'content-length: +4\r\n'],
  ['a space in front of the colon', 'content-length : 4\r\n'],
  ['a folded header', 'x-one: a\r\n content-length: 4\r\n'],
])('%s: one refusal, and the hidden request is never answered', async (_, header) => {
  const hidden = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n'
  const answer = await raw(`POST /auth/v1/otp HTTP/1.1\r\nhost: a\r\n${header}\r\n0\r\n\r\n${hidden}`)
  expect(statuses(answer)).toEqual(['400'])
})

test('a line break in a redirect target stays inside the value', async () => {
  const email = newEmail()
  const evil = `${server.url}/x\r\nset-cookie: a=b`
  await server.client().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: evil } })
  const mail = await server.mailbox.next(email)
  const [link = ''] = /https?:\/\/\S+/.exec(mail.text) ?? []
  const answer = await pressButton(link)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('location')).not.toMatch(/[\r\n]/)
})

test('neither method, path nor role can be set by a header', async () => {
  const { session } = await signedInPerson(server)
  const authorization = `Bearer ${session.access_token}`
  const forged = {
    authorization,
    'x-http-method-override': 'DELETE',
    'x-original-url': '/auth/v1/admin/users',
    'x-supabase-role': 'service_role',
    role: 'service_role',
  }
  const rows = await server.fetch('/rest/v1/tenants?select=id', { headers: forged })
  expect(rows.status).toBe(200)
  expect((await server.fetch('/auth/v1/admin/users', { headers: forged })).status).toBe(403)
  expect((await server.fetch('/rest/v1/tenants?select=id', { headers: { authorization } })).status).toBe(200)
})
