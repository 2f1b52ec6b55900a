import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountWrap, confirm, derivedSecret, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { codeIn, linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function put(token: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.fetch('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function kdfOf(email: string): Promise<Record<string, unknown>> {
  return (await (await post('/auth/v1/kdf', { email })).json()) as Record<string, unknown>
}

describe('a forgotten password', () => {
  test('the mailed link signs in, and the new password replaces the old one everywhere', async () => {
    const person = await signedInPerson(server)
    const client = server.client()
    expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull()
    const callback = new URLSearchParams((await confirm(server, person.email)).hash.slice(1))
    expect(callback.get('type')).toBe('recovery')
    await client.auth.setSession({
      access_token: callback.get('access_token') ?? '',
      refresh_token: callback.get('refresh_token') ?? '',
    })

    const { error } = await client.auth.updateUser({ password: 'a brand new password' })

    expect(error).toBeNull()
    expect((await person.client.auth.getUser(person.session.access_token)).error).not.toBeNull()
    expect((await server.mailbox.next(person.email)).subject).toBe('Your password was changed')
    const signIn = (password: string) => server.client().auth.signInWithPassword({ email: person.email, password })
    expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials')
    expect((await signIn('a brand new password')).error).toBeNull()
    const { rows } = await server.database.owner(
      `select risk_level from public.system_audit_log where event_type = 'password.reset' and user_id = $1`,
      [person.session.user.id],
    )
    expect(rows).toEqual([{ risk_level: 'high' }])
  })

  test('the mailed code works as well, once, and wrong codes use up its attempts', async () => {
    const person = await signedInPerson(server)
    const client = server.client()
    const verify = (token: string) => client.auth.verifyOtp({ email: person.email, token, type: 'recovery' })
    await client.auth.resetPasswordForEmail(person.email)
    const code = codeIn(await server.mailbox.next(person.email))

    expect((await verify(code === '000000' ? '000001' : '000000')).error?.code).toBe('otp_expired')
    expect((await verify(code)).data.session).toBeTruthy()
    expect((await verify(code)).error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' })

    await client.auth.resetPasswordForEmail(person.email)
    const next = codeIn(await server.mailbox.next(person.email))
    for (let guess = 0; guess < 5; guess++) await verify(next === '000000' ? '000001' : '000000')
    expect((await verify(next)).error?.code).toBe('otp_expired')
  })

  test('an unknown address gets the same answer', async () => {
    const email = newEmail()

    expect(await server.client().auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null })
    expect(await server.mailbox.to(email)).toEqual([])
  })

  test('recovering an unconfirmed account takes away the password that a stranger chose', async () => {
    const email = newEmail()
    await server.client().auth.signUp({ email, password: 'chosen by a stranger' })
    await server.mailbox.next(email)
    await server.client().auth.resetPasswordForEmail(email)
    await confirm(server, email)

    const { error } = await server.client().auth.signInWithPassword({ email, password: 'chosen by a stranger' })

    expect(error?.code).toBe('invalid_credentials')
  })
})

describe('changing the account', () => {
  test('user data is merged, and null removes a key', async () => {
    const { client } = await signedInPerson(server)

    await client.auth.updateUser({ data: { theme: 'dark', company: 'Analytical' } })
    const { data } = await client.auth.updateUser({ data: { theme: null } })

    expect(data.user?.user_metadata).toMatchObject({ company: 'Analytical' })
    expect(data.user?.user_metadata).not.toHaveProperty('theme')
  })

  test('the same password is refused, and so is a wrong current one', async () => {
    const { session } = await signedInPerson(server)

    const same = await put(session.access_token, { password: PASSWORD })
    const wrong = await put(session.access_token, { password: 'yet another one', current_password: 'not this' })

    expect(same).toMatchObject({ status: 422, body: { code: 'same_password' } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'current_password_invalid' } })
  })

  test('the mailed code of a reauthentication goes with a new password, once', async () => {
    const { client, email } = await signedInPerson(server)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const nonce = codeIn(await server.mailbox.next(email))

    expect((await client.auth.updateUser({ password: 'the next password', nonce })).error).toBeNull()

    const again = await client.auth.updateUser({ password: 'one more password', nonce })
    expect(again.error?.code).toBe('reauthentication_not_valid')
  })

  test('user data stays small, for it travels in every token', async () => {
    const { client } = await signedInPerson(server)
    await client.auth.updateUser({ data: { a: 'x'.repeat(3000) } })

    expect((await client.auth.updateUser({ data: { b: 'x'.repeat(3000) } })).error?.code).toBe('validation_failed')
  })

  test('a new address needs both mailboxes', async () => {
    const { client, email, session } = await signedInPerson(server)
    const newAddress = newEmail()

    const asked = await client.auth.updateUser({ email: newAddress })
    expect(asked.data.user).toMatchObject({ email, new_email: newAddress })
    const first = await confirm(server, newAddress)
    expect(new URLSearchParams(first.hash.slice(1)).get('message')).toContain('other email')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const second = await confirm(server, email)

    expect(second.hash).toContain('access_token=')
    expect((await client.auth.getUser(session.access_token)).data.user).toMatchObject({ email: newAddress })
    expect((await server.mailbox.next(email)).subject).toBe('Your email address was changed')
  })

  test('an address that somebody has is not taken, and who asks is not told', async () => {
    const { email } = await signedInPerson(server)
    const { client } = await signedInPerson(server)

    expect((await client.auth.updateUser({ email })).data.user).toMatchObject({ new_email: email })
    expect((await server.mailbox.next(email)).subject).toBe('You already have an account')
  })

  test('a new password revokes links that were mailed before', async () => {
    const { client, email } = await signedInPerson(server)
    await server.client().auth.resetPasswordForEmail(email)
    const link = linkIn(await server.mailbox.next(email))

    await client.auth.updateUser({ password: 'changed in the meantime' })

    expect((await targetOfButton(link)).hash).toContain('otp_expired')
  })
})

describe('signing in by mail', () => {
  test('the link of a magic mail signs a new person in', async () => {
    const client = server.client()
    const email = newEmail()
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    const mail = await server.mailbox.next(email)
    expect(mail.subject).toBe('Your sign-in link')

    const { data, error } = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'email' })

    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  test('where no account may be made, an unknown address gets the same answer and no mail', async () => {
    const email = newEmail()

    const { error } = await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })

    expect(error).toBeNull()
    expect(await server.mailbox.to(email)).toEqual([])
  })

  test('a confirmation is sent again on request, and its token works as a hash too', async () => {
    const client = server.client()
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })
    const first = linkIn(await server.mailbox.next(email))
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = new URL(linkIn(await server.mailbox.next(email)))

    const { data } = await client.auth.verifyOtp({ type: 'email', token_hash: second.searchParams.get('token') ?? '' })

    expect(data.session?.user.email).toBe(email)
    expect((await targetOfButton(first)).hash).toContain('otp_expired')
  })
})

describe('a vault account', () => {
  test('its parameters come back for its address; an unknown address gets stable ones of the same shape', async () => {
    const email = newEmail()
    const stranger = newEmail()
    const { password, kdf } = derivedSecret()
    const unknown = await kdfOf(stranger)
    expect((await post('/auth/v1/signup', { email, password, kdf })).status).toBe(200)
    await confirm(server, email)

    expect(await kdfOf(email.toUpperCase())).toEqual(kdf)
    expect(await kdfOf(stranger)).toEqual(unknown)
    expect(Object.keys(unknown)).toEqual(Object.keys(kdf))
    expect(unknown.salt).toMatch(/^[\w-]{22}$/)
  })

  test.each([
    ['little memory', { m: 65_535 }],
    ['one pass', { t: 1 }],
    ['no lane', { p: 0 }],
    ['a short salt', { salt: 'AAAA' }],
  ])('parameters with %s are refused', async (_name, weak) => {
    const { password, kdf } = derivedSecret()

    const answer = await post('/auth/v1/signup', { email: newEmail(), password, kdf: { ...kdf, ...weak } })

    expect(answer.status).toBe(400)
  })

  test('a derived secret and its parameters belong together', async () => {
    const { password, kdf } = derivedSecret()

    expect((await post('/auth/v1/signup', { email: newEmail(), password })).status).toBe(400)
    expect((await post('/auth/v1/signup', { email: newEmail(), password: PASSWORD, kdf })).status).toBe(400)
  })

  test('an ordinary password never signs it in, even one that is stored', async () => {
    const email = newEmail()
    const { password, kdf } = derivedSecret()
    await post('/auth/v1/signup', { email, password, kdf })
    await confirm(server, email)
    const ordinary = await signedInPerson(server)
    await server.database.owner(
      `update auth.users set encrypted_password = (select encrypted_password from auth.users where email = $2)
       where email = $1`,
      [email, ordinary.email],
    )

    const refused = await server.client().auth.signInWithPassword({ email, password: PASSWORD })

    expect(refused.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('a password change must bring the new wrap once there is a vault', async () => {
    const email = newEmail()
    const first = derivedSecret()
    await post('/auth/v1/signup', { email, ...first })
    await confirm(server, email)
    const { data } = await server.client().auth.signInWithPassword({ email, password: first.password })
    const token = data.session?.access_token ?? ''
    await server.database.owner(
      `with enrolled as (update auth.users set is_vault_enrolled = true where email = $1 returning id)
       insert into public.account_wraps (user_id, kind, wrapped_key) select id, 'password', 'old wrap' from enrolled`,
      [email],
    )
    const { password, kdf } = derivedSecret()

    expect((await put(token, { password: 'an ordinary one' })).status).toBe(400)
    expect((await put(token, { password, vault: { kdf } })).status).toBe(400)
    expect((await put(token, { password, vault: { kdf, password_wrap: 'AAAA' } })).status).toBe(400)
    const wrap = accountWrap()
    expect((await put(token, { password, vault: { kdf, password_wrap: wrap } })).status).toBe(200)

    const { rows } = await server.database.owner(
      `select w.wrapped_key from public.account_wraps w join auth.users u on u.id = w.user_id where u.email = $1`,
      [email],
    )
    expect(rows).toEqual([{ wrapped_key: wrap }])
    expect(await kdfOf(email)).toEqual(kdf)
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('an ordinary account becomes one by its next password', async () => {
    const { session, email } = await signedInPerson(server)
    const { password, kdf } = derivedSecret()

    expect((await put(session.access_token, { password, vault: { kdf } })).status).toBe(200)

    expect(await kdfOf(email)).toEqual(kdf)
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})
