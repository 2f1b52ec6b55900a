import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let me: Person
beforeAll(async () => {
  server = await startServer()
  me = await signedInPerson(server)
})
afterAll(() => server.stop())

const NUL = 'a\u0000b'
const HALF = 'a\ud800b'

function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${me.session.access_token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe('text that cannot be stored is refused, not a failure', () => {
  const places: Array<[string, string, (text: string) => unknown]> = [
    ['POST', '/auth/v1/signup', (text) => ({ email: newEmail(), password: PASSWORD, data: { note: text } })],
    ['POST', '/auth/v1/otp', (text) => ({ email: newEmail(), data: { [text]: 1 } })],
    ['PUT', '/auth/v1/user', (text) => ({ data: { note: text } })],
    ['POST', '/auth/v1/factors', (text) => ({ factor_type: 'totp', friendly_name: text, issuer: text })],
    ['POST', '/storage/v1/object/list/encrypted-files', (text) => ({ prefix: text, search: text })],
    ['POST', '/storage/v1/object/sign/encrypted-files', (text) => ({ expiresIn: 60, paths: [text] })],
    ['DELETE', '/storage/v1/object/encrypted-files', (text) => ({ prefixes: [text] })],
    ['POST', '/rest/v1/tags', (text) => ({ name: text })],
    [
      'POST',
      '/functions/v1/send-support-email',
      (text) => ({ name: 'A', email: newEmail(), subject: 'B', message: text, priority: 'low' }),
    ],
  ]
  test.for(places)('%s %s', async ([method, path, bodyOf]) => {
    expect((await send(method, path, bodyOf(NUL))).status).toBe(400)
    expect((await send(method, path, bodyOf(HALF))).status).toBe(400)
  })

  test('metadata of uploads', async () => {
    const path = `/storage/v1/object/encrypted-files/${me.session.user.id}/odd`
    const metadata = (text: string) => ({ 'x-metadata': Buffer.from(JSON.stringify({ text })).toString('base64') })
    expect((await send('POST', path, 'bytes', metadata(NUL))).status).toBe(400)
    expect((await send('POST', path, 'bytes', metadata(HALF))).status).toBe(400)
  })

  test('nesting without end', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const body = `{"email":"${newEmail()}","password":"${PASSWORD}","data":{"deep":${deep}}}`
    expect((await send('POST', '/auth/v1/signup', body)).status).toBe(400)
  })

  test('a pattern that PostgreSQL cannot work off', async () => {
    await server.database.owner(`insert into public.status_incidents (title, description, status, severity, services)
      values (repeat('a', 200), 'x', 'investigating', 'low', array[(status.service_ids())[1]])`)
    const pattern = encodeURIComponent('(.{1,200}){1,200}\\1z')
    const answer = await server.fetch(`/rest/v1/status_incidents?title=match.${pattern}`)
    expect(answer.status).toBe(400)
  })
})

describe('what an object says it is', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const create = (name: string, contentType: string, cacheControl: string) =>
    server.fetch('/storage/v1/upload/resumable', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${me.session.access_token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '0',
        'upload-metadata': [
          `bucketName ${encode('encrypted-files')}`,
          `objectName ${encode(`${me.session.user.id}/${name}`)}`,
          `contentType ${encode(contentType)}`,
          `cacheControl ${encode(cacheControl)}`,
        ].join(','),
      },
    })

  test('can be said in a header', async () => {
    expect((await create('one', 'text/plain\r\nx-evil: 1', '3600')).status).toBe(400)
    expect((await create('two', 'text/plän\u4e00', '3600')).status).toBe(400)
    expect((await create('three', 'text/plain', 'no-cache\n')).status).toBe(400)
    const form = new FormData()
    form.set('contentType', 'text/\r\nplain')
    form.set('', new Blob(['x']))
    const sent = await server.fetch(`/storage/v1/object/encrypted-files/${me.session.user.id}/four`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.session.access_token}` },
      body: form,
    })
    expect(sent.status).toBe(400)
  })

  test('is no script, page or style sheet of our origin, and what was stored before is readable', async () => {
    const name = `${me.session.user.id}/script`
    await me.client.storage.from('encrypted-files').upload(name, new Blob(['1'], { type: 'text/javascript' }))
    const get = () =>
      server.fetch(`/storage/v1/object/authenticated/encrypted-files/${name}`, {
        headers: { authorization: `Bearer ${me.session.access_token}` },
      })
    expect((await get()).headers.get('content-type')).toBe('text/plain')
    await server.database.owner(
      `update storage.objects set metadata = metadata || '{"mimetype": "a\\r\\nb", "cacheControl": "\\u4e00"}' where name = $1`,
      [name],
    )
    const odd = await get()
    expect([odd.status, odd.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  })
})

test('a page elsewhere has its visitors neither sign up nor ask for mails', async () => {
  const cross = { origin: 'https://evil.example', 'content-type': 'text/plain' }
  for (const path of ['recover', 'otp', 'signup', 'token?grant_type=password', 'logout']) {
    const answer = await fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: cross,
      body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
    })
    expect([path, answer.status]).toEqual([path, 403])
  }
  const keyed = await server.fetch('/auth/v1/recover', {
    method: 'POST',
    headers: { origin: 'https://ours.example' },
    body: JSON.stringify({ email: newEmail() }),
  })
  expect(keyed.status).toBe(200)
})

test('the mailbox opens under the machine’s own name only, and never where the address is public', async () => {
  const ask = (host: string, port = new URL(server.url).port) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/dev/mailbox', headers: { host } }
      http.get(options, (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
  const { port } = new URL(server.url)
  expect(await ask(`localhost:${port}`)).toBe(200)
  expect(await ask('evil.example')).toBe(403)
  expect(await ask(`127.0.0.1.evil.example:${port}`)).toBe(403)

  const open = await startServer({ PUBLIC_URL: 'https://files.example.test' })
  try {
    expect(await ask('localhost', String(open.config.port))).toBe(403)
  } finally {
    await open.stop()
  }
})
