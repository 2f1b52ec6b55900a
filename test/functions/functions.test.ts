import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionRoutes } from '#server/functions/functions.routes.ts'
import type { Registry } from '#server/functions/registry.ts'
import { createCallers } from '#server/http/caller.ts'
import { newEmail, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SUPPORT_EMAIL: 'support@example.test' })
})
afterAll(() => server.stop())

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  subject: 'Volume Pricing',
  message: 'Company: Analytical Engines\n\nHow much for 50 <people>?',
  priority: 'high',
}
const contactForm = (body: Record<string, unknown>) => server.client().functions.invoke('send-support-email', { body })

test('the contact form writes a row and a mail that can be answered', async () => {
  const { data, error } = await contactForm(MESSAGE)

  expect(error).toBeNull()
  expect(data).toEqual({ success: true, id: expect.any(String) })
  const mail = await server.mailbox.next('support@example.test')
  expect(mail).toMatchObject({ subject: 'Contact form: Volume Pricing', reply_to: 'ada@example.test' })
  expect(mail.text).toContain('From Ada Lovelace <ada@example.test>, priority high:')
  expect(mail.html).toContain('How much for 50 &lt;people&gt;?')
  const { rows } = await server.database.owner(
    'select name, email, priority, status, user_id from contacts where id = $1',
    [data.id],
  )
  expect(rows).toEqual([{ name: MESSAGE.name, email: MESSAGE.email, priority: 'high', status: 'new', user_id: null }])
})

test('a line break in a field reaches no header', async () => {
  const { error } = await contactForm({
    ...MESSAGE,
    name: 'Eve\r\nBcc: all@example.test',
    subject: 'Hi\nBcc: x@example.test',
  })

  expect(error).toBeNull()
  const mail = await server.mailbox.next('support@example.test')
  expect(mail.subject).toBe('Contact form: Hi Bcc: x@example.test')
  expect(mail.text).toContain('From Eve Bcc: all@example.test <ada@example.test>')
})

test('what is missing or too long is named', async () => {
  for (const [change, field] of [
    [{ name: '  ' }, 'name'],
    [{ email: 'ada@example.test\r\nBcc: x@example.test' }, 'email'],
    [{ subject: 'x'.repeat(201) }, 'subject'],
    [{ message: undefined }, 'message'],
    [{ priority: 'urgent' }, 'priority'],
  ] as const) {
    const { error } = await contactForm({ ...MESSAGE, ...change })
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const response: Response = error.context
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringMatching(`^${field}: `) })
  }
})

test('who is signed in is remembered; rows are for those who work with them', async () => {
  const owner = await signedInPerson(server)
  const member = await signedInPerson(server)

  const { data } = await member.client.functions.invoke('send-support-email', { body: MESSAGE })

  const own = await member.client.from('contacts').select('id')
  expect(own.data).toEqual([])
  const seen = await owner.client.from('contacts').select('id, user_id').eq('id', data.id)
  expect(seen.data).toEqual([{ id: data.id, user_id: member.session.user.id }])
  expect((await owner.client.from('contacts').insert(MESSAGE)).error?.code).toBe('42501')
  expect((await server.client().from('contacts').select('id')).error).not.toBeNull()
})

test('one address may write five times, then waits', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  try {
    const write = () =>
      strict.client().functions.invoke('send-support-email', { body: { ...MESSAGE, email: newEmail() } })
    for (let count = 0; count < 5; count++) expect((await write()).error).toBeNull()

    const { error } = await write()

    const response: Response = error.context
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toEqual({ error: expect.stringContaining('seconds') })
  } finally {
    await strict.stop()
  }
})

test('without an address for support the form says so and keeps nothing', async () => {
  const silent = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
  try {
    const { error } = await silent.client().functions.invoke('send-support-email', { body: MESSAGE })

    expect(error.context.status).toBe(503)
    expect((await silent.database.owner('select from contacts')).rowCount).toBe(0)
  } finally {
    await silent.stop()
  }
})

test('faults of the host are relay errors: an unknown function, a missing or a bad token', async () => {
  const unknown = await server.client().functions.invoke('no-such-function')
  expect(unknown.error).toBeInstanceOf(FunctionsRelayError)
  expect(unknown.error.context.status).toBe(404)
  expect(await unknown.error.context.json()).toMatchObject({ error: 'Requested function was not found' })

  for (const name of ['toString', '__proto__', 'constructor']) {
    expect((await server.fetch(`/functions/v1/${name}`, { method: 'POST' })).status).toBe(404)
  }

  const signedOut = await server.client().functions.invoke('check-subscription')
  expect(signedOut.error).toBeInstanceOf(FunctionsRelayError)
  expect(signedOut.error.context.status).toBe(401)

  const headers = { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJyb2xlIjoiYXV0aGVudGljYXRlZCJ9.c2ln' }
  for (const name of ['check-subscription', 'send-support-email']) {
    const bad = await server.client().functions.invoke(name, { body: MESSAGE, headers })
    expect(bad.error).toBeInstanceOf(FunctionsRelayError)
    expect(bad.error.context.status).toBe(401)
  }
})

test('a session that ended opens no function', async () => {
  const { client, session } = await signedInPerson(server)
  await client.auth.signOut()

  const headers = { authorization: `Bearer ${session.access_token}` }
  const { error } = await server.client().functions.invoke('check-subscription', { headers })

  expect(error).toBeInstanceOf(FunctionsRelayError)
})

test('the secret key is nobody with a subscription', async () => {
  const [secretKey = ''] = (await fs.readFile(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8')).split(
    '\n',
  )

  const answer = await fetch(`${server.url}/functions/v1/check-subscription`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  })

  expect(answer.status).toBe(401)
})

test('methods, bodies that are text, and bodies that cannot be read', async () => {
  const address = '/functions/v1/send-support-email'

  const wrongMethod = await server.fetch(address)
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
  const asText = await server.client().functions.invoke('send-support-email', { body: JSON.stringify(MESSAGE) })
  expect(asText.error).toBeNull()
  const garbled = await server.fetch(address, { method: 'POST', body: '{"name":' })
  expect(await garbled.json()).toEqual({ error: 'The body is not JSON' })
  const huge = await server.fetch(address, { method: 'POST', body: 'x'.repeat(300_000) })
  expect([huge.status, huge.headers.get('content-type')]).toEqual([413, 'application/json; charset=utf-8'])
  expect((await server.fetch('/functions/v1/send-support-email/below', { method: 'POST', body: '{}' })).status).toBe(
    400,
  )
})

test('a function that breaks or takes too long is the fault of the host, and says nothing of why', async () => {
  const own = Fastify()
  const callers = createCallers(server)
  const registry: Registry = {
    breaks: {
      verifyJwt: false,
      methods: ['POST'],
      handler: async () => {
        throw new Error('secret detail')
      },
    },
    hangs: { verifyJwt: false, methods: ['POST'], handler: ({ signal }) => once(signal, 'abort') },
  }
  await own.register((scope) => functionRoutes(scope, { callers, registry, timeoutMs: 50 }), {
    prefix: '/functions/v1',
  })

  const broken = await own.inject({ method: 'POST', url: '/functions/v1/breaks' })
  const late = await own.inject({ method: 'POST', url: '/functions/v1/hangs' })

  expect([broken.statusCode, broken.headers['x-relay-error']]).toEqual([500, 'true'])
  expect(broken.body).not.toContain('secret')
  expect([late.statusCode, late.headers['x-relay-error']]).toEqual([504, 'true'])
  await own.close()
})
