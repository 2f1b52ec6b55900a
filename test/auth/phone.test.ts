import { createHmac, randomInt } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { confirm, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { codeIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ AUTH_ANONYMOUS: 'true' })
})
afterAll(() => server.stop())

const newPhone = () => `+49151${randomInt(10_000_000, 99_999_999)}`
const codeFor = async (phone: string) => codeIn(await server.mailbox.next(phone))

describe('by phone', () => {
  test('a new account is confirmed by the code, then signs in by password', async () => {
    const phone = newPhone()
    const client = server.client()
    const { data, error } = await client.auth.signUp({
      phone,
      password: PASSWORD,
      options: { data: { first_name: 'Pia' } },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      session: null,
      user: { phone: phone.slice(1), email: '', user_metadata: { first_name: 'Pia' } },
    })
    const early = await client.auth.signInWithPassword({ phone, password: PASSWORD })
    expect(early.error?.code).toBe('phone_not_confirmed')

    const verified = await client.auth.verifyOtp({ phone, token: await codeFor(phone), type: 'sms' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ phone_confirmed_at: expect.any(String) })
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })

  test('a code signs in, once, and makes the account when there is none', async () => {
    const phone = newPhone()
    const client = server.client()
    const sent = await client.auth.signInWithOtp({ phone })
    expect(sent).toMatchObject({ error: null, data: { messageId: expect.any(String) } })
    const token = await codeFor(phone)
    const wrong = token === '000000' ? '000001' : '000000'
    expect((await client.auth.verifyOtp({ phone, token: wrong, type: 'sms' })).error?.code).toBe('otp_expired')
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).data.session).not.toBeNull()
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe('otp_expired')
  })

  test('an unknown number gets no message where no account may be made, and the same answer', async () => {
    const phone = newPhone()
    const { error } = await server.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    expect(error).toBeNull()
    expect(await server.mailbox.to(phone)).toEqual([])
  })

  test('a sign-up with somebody else’s number leaves no password there', async () => {
    const phone = newPhone()
    await server.client().auth.signUp({ phone, password: PASSWORD })
    await codeFor(phone)
    const owner = server.client()
    await owner.auth.signInWithOtp({ phone })
    await owner.auth.verifyOtp({ phone, token: await codeFor(phone), type: 'sms' })

    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('signing up with a number after a stranger did leaves no password of theirs, and a second try keeps one’s own', async () => {
    const stranger = { phone: newPhone(), password: 'the password of a stranger' }
    await server.client().auth.signUp(stranger)
    await codeFor(stranger.phone)
    const owner = server.client()
    await owner.auth.signUp({ phone: stranger.phone, password: PASSWORD })
    await owner.auth.verifyOtp({ phone: stranger.phone, token: await codeFor(stranger.phone), type: 'sms' })
    expect((await server.client().auth.signInWithPassword(stranger)).error?.code).toBe('invalid_credentials')

    const own = { phone: newPhone(), password: PASSWORD }
    await owner.auth.signUp(own)
    await codeFor(own.phone)
    await owner.auth.signUp(own)
    await owner.auth.verifyOtp({ phone: own.phone, token: await codeFor(own.phone), type: 'sms' })
    expect((await server.client().auth.signInWithPassword(own)).error).toBeNull()
  })

  test('a signed-in person adds a number by the code that goes there', async () => {
    const { client, email } = await signedInPerson(server)
    const phone = newPhone()
    const asked = await client.auth.updateUser({ phone })
    expect(asked.data.user).toMatchObject({ new_phone: phone.slice(1), phone: '' })
    const changed = await client.auth.verifyOtp({ phone, token: await codeFor(phone), type: 'phone_change' })
    expect(changed.data.user).toMatchObject({ phone: phone.slice(1) })
    expect((await server.mailbox.next(email)).text).toContain('A phone number was added to your account just now.')

    const { phone_confirmed_at: since } = changed.data.user ?? {}
    await server.client().auth.signInWithOtp({ phone })
    const again = await server.client().auth.verifyOtp({ phone, token: await codeFor(phone), type: 'sms' })
    expect(again.data.user).toMatchObject({ phone: phone.slice(1), phone_confirmed_at: since })
    const other = await signedInPerson(server)
    // Whose number it is stays unsaid, and no code goes there.
    expect((await other.client.auth.updateUser({ phone })).data.user).toMatchObject({ new_phone: phone.slice(1) })
  })

  test('a number is taken away without manual linking, and then signs nobody in', async () => {
    const { client, email } = await signedInPerson(server)
    const phone = newPhone()
    await client.auth.updateUser({ phone })
    const passing = server.client()
    await passing.auth.verifyOtp({ phone, token: await codeFor(phone), type: 'phone_change' })
    await passing.auth.signOut({ scope: 'local' })

    const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
    const [own, address] = ['phone', 'email'].map((name) => identities.find(({ provider }) => provider === name))
    expect(address && (await client.auth.unlinkIdentity(address)).error?.code).toBe('manual_linking_disabled')
    expect(own && (await client.auth.unlinkIdentity(own)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, phone: '' })
    await server.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    expect(await server.mailbox.to(phone)).toHaveLength(1)
  })

  test('a change that is refused for its password does not begin with the number', async () => {
    const { client } = await signedInPerson(server)
    const refused = await client.auth.updateUser({ phone: newPhone(), password: 'x' })
    expect(refused.error?.code).toBe('weak_password')
    expect((await client.auth.getUser()).data.user?.new_phone).toBeUndefined()
  })

  test('numbers that are none, and too many messages', async () => {
    const bad = await server.client().auth.signInWithOtp({ phone: 'call me' })
    expect(bad.error?.message).toBe('Invalid phone number format (E.164 required)')
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
    onTestFinished(() => strict.stop())
    const phone = newPhone()
    expect((await strict.client().auth.signInWithOtp({ phone })).error).toBeNull()
    expect((await strict.client().auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
    })
  })

  test.each([
    ['a text', 'a secret of the gateway', Buffer.from('a secret of the gateway')],
    ['as the standard writes it', `whsec_${Buffer.alloc(24, 7).toString('base64')}`, Buffer.alloc(24, 7)],
  ])('with a gateway every message is a signed POST; its secret is %s', async (_, secret, key) => {
    const received: { body: string; headers: http.IncomingHttpHeaders }[] = []
    const gateway = http.createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ body, headers: request.headers })
        response.end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void gateway.close())
    const { port } = gateway.address() as AddressInfo
    const own = await startServer({ SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms`, SMS_WEBHOOK_SECRET: secret })
    onTestFinished(() => own.stop())
    const phone = newPhone()

    await own.client().auth.signInWithOtp({ phone })

    await expect.poll(() => received.length).toBe(1)
    const [{ body, headers } = { body: '', headers: {} }] = received
    expect(JSON.parse(body)).toMatchObject({ to: phone, text: expect.stringMatching(/\d{6}/) })
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(await own.mailbox.to(phone)).toEqual([])
  })
})

describe('anonymously', () => {
  test('a visitor has a session, but no organisation', async () => {
    const client = server.client()
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { colour: 'blue' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      user_metadata: { colour: 'blue' },
      identities: [],
    })
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    })
    expect((await client.from('profiles').select()).data).toEqual([])
    expect((await client.rpc('get_user_roles')).data).toEqual([])
    expect((await client.from('folders').insert({ name: 'x' })).error).not.toBeNull()
    // Anybody gets as many such accounts as they like: what they are refused is in nobody's log.
    expect((await client.rpc('give_role', { person: data.user?.id, role: 'owner' })).error?.code).toBe('42501')
    const events = `select from system_audit_log where event_type = 'people.change_refused'`
    expect((await server.database.owner(events)).rowCount).toBe(0)
    const stored = await client.storage.from('encrypted-files').upload(`${data.user?.id}/x.bin`, Buffer.from('x'))
    expect(stored.error).toMatchObject({ statusCode: '403' })
  })

  test('an address makes an ordinary account of it', async () => {
    const client = server.client()
    const { data } = await client.auth.signInAnonymously()
    const email = newEmail()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    await confirm(server, email)

    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.user).toMatchObject({
      id: data.user?.id,
      email,
      is_anonymous: false,
      identities: [{ provider: 'email' }],
    })
    expect((await client.rpc('get_user_roles')).data).toHaveLength(1)
  })

  test('is off unless the operator wants it', async () => {
    const plain = await startServer()
    onTestFinished(() => plain.stop())
    expect((await plain.client().auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    const settings = await (await plain.fetch('/auth/v1/settings')).json()
    expect(settings).toMatchObject({ external: { anonymous_users: false, phone: true }, sms_provider: 'custom' })
  })
})
