import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createClient, type GoTrueAdminApi } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { derivedSecret, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { codeIn, linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let admin: GoTrueAdminApi
let secretKey: string
beforeAll(async () => {
  server = await startServer()
  secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  admin = createClient(server.url, secretKey, { auth: { autoRefreshToken: false, persistSession: false } }).auth.admin
})
afterAll(() => server.stop())

const signIn = (email: string, password = PASSWORD) => server.client().auth.signInWithPassword({ email, password })

async function created(fields: Parameters<GoTrueAdminApi['createUser']>[0]): Promise<string> {
  const { data, error } = await admin.createUser(fields)
  if (error) throw error
  return data.user.id
}

describe('who may', () => {
  test.each(['/admin/users', `/admin/users/${randomUUID()}`])('%s is for the secret key alone', async (target) => {
    const person = await signedInPerson(server)
    const as = (authorization?: string) =>
      fetch(`${server.url}/auth/v1${target}`, { headers: authorization ? { authorization } : {} })

    expect((await as()).status).toBe(401)
    const refused = await as(`Bearer ${person.session.access_token}`)
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'not_admin'])
    expect((await as(`Bearer ${server.secrets.publishableKeys[0]}`)).status).toBe(403)
    expect((await as('Bearer sb_secret_wrong')).status).toBe(403)
  })

  test('not even the secret key from a browser', async () => {
    const headers = { authorization: `Bearer ${secretKey}`, origin: 'https://evil.example' }
    expect((await fetch(`${server.url}/auth/v1/admin/users`, { headers })).status).toBe(403)
  })
})

describe('accounts', () => {
  test('one that is made confirmed signs in at once, with its metadata', async () => {
    const email = newEmail()
    const user_metadata = { first_name: 'Ida' }
    await created({ email, password: PASSWORD, email_confirm: true, user_metadata, app_metadata: { plan: 'pro' } })

    const { data, error } = await signIn(email)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      user_metadata,
      app_metadata: { plan: 'pro', provider: 'email', providers: ['email'] },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
  })

  test('one that is made unconfirmed does not', async () => {
    const email = newEmail()
    await created({ email, password: PASSWORD })
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed')
  })

  test('pages, with the number of all', async () => {
    for (let count = 0; count < 3; count++) await created({ email: newEmail() })
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    const second = await admin.listUsers({ page: 2, perPage: 2 })

    expect(first.data.users).toHaveLength(2)
    expect(first.data).toMatchObject({ nextPage: 2, total: expect.any(Number) })
    const ids = [...first.data.users, ...second.data.users].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    const answer = await fetch(`${server.url}/auth/v1/admin/users?page=0`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(answer.status).toBe(400)
  })

  test('a new password ends a number that waits for its code', async () => {
    const { client, session } = await signedInPerson(server)
    const [own, stranger] = ['+4915200000001', '+4915200000002']
    await admin.updateUserById(session.user.id, { phone: own, phone_confirm: true })
    await client.auth.updateUser({ phone: stranger })
    const token = codeIn(await server.mailbox.next(stranger))
    expect((await admin.updateUserById(session.user.id, { password: 'quite another password' })).error).toBeNull()

    const { auth } = server.client()
    expect((await auth.verifyOtp({ phone: stranger, token, type: 'phone_change' })).error?.code).toBe('otp_expired')
    await auth.resend({ type: 'phone_change', phone: own })
    expect(await server.mailbox.to(stranger)).toHaveLength(1)
  })

  test('a new password ends every session; the account with a vault keeps its own', async () => {
    const person = await signedInPerson(server)
    const { id } = person.session.user
    expect((await admin.updateUserById(id, { password: 'quite another password' })).error).toBeNull()
    expect((await person.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await signIn(person.email, 'quite another password')).error).toBeNull()

    const email = newEmail()
    const secret = derivedSecret()
    const answer = await server.fetch('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...secret }),
    })
    const vaultUser = (await answer.json()) as { id: string }
    const refused = await admin.updateUserById(vaultUser.id, { password: 'an administrator chose this' })
    expect(refused.error?.message).toContain('has a vault')
  })

  test('a ban refuses sign-in and refresh until it is lifted', async () => {
    const person = await signedInPerson(server)
    const { id } = person.session.user
    const { data } = await admin.updateUserById(id, { ban_duration: '24h' })
    expect(new Date(String(data.user?.banned_until)).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await signIn(person.email)).error?.code).toBe('user_banned')
    expect((await person.client.auth.getUser()).error).not.toBeNull()

    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await signIn(person.email)).error).toBeNull()
    expect((await admin.updateUserById(id, { ban_duration: 'soon' })).error?.message).toContain('ban duration')
  })

  test('a taken address or number, a weak password, an unknown and a malformed id', async () => {
    const email = newEmail()
    await created({ email, phone: '+4915112345678' })
    expect((await admin.createUser({ email })).error?.code).toBe('email_exists')
    expect((await admin.createUser({ phone: '4915112345678' })).error?.code).toBe('phone_exists')
    expect((await admin.createUser({ email: newEmail(), password: 'short' })).error?.code).toBe('weak_password')
    expect((await admin.createUser({})).error?.code).toBe('validation_failed')
    expect((await admin.createUser({ phone: 'call me' })).error?.message).toBe(
      'Invalid phone number format (E.164 required)',
    )
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
    const answer = await fetch(`${server.url}/auth/v1/admin/users/7`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'validation_failed'])
  })

  test('one that is removed is gone with what it owns; softly, only its name is gone', async () => {
    const [hard, soft] = [await signedInPerson(server), await signedInPerson(server)]
    await hard.client.from('folders').insert({ name: 'mine' })
    await soft.client.from('folders').insert({ name: 'mine' })
    const named = { first_name: 'Soraya', last_name: 'Softly', company: 'Softly Ltd' }
    const { error } = await soft.client.from('profiles').update(named).eq('user_id', soft.session.user.id)
    expect(error).toBeNull()
    await server.database.owner(`update auth.users set new_phone = '4915112345678' where id = $1`, [
      soft.session.user.id,
    ])

    for (const { client, session } of [hard, soft]) {
      const stored = await client.storage
        .from('encrypted-files')
        .upload(`${session.user.id}/kept.bin`, Buffer.from('x'))
      expect(stored.error).toBeNull()
    }

    expect((await admin.deleteUser(hard.session.user.id)).error).toBeNull()
    expect((await admin.deleteUser(soft.session.user.id, true)).error).toBeNull()

    const objects = async (id: string) =>
      (await server.database.owner('select from storage.objects where owner = $1', [id])).rowCount
    expect([await objects(hard.session.user.id), await objects(soft.session.user.id)]).toEqual([0, 1])
    const folders = async (id: string) =>
      (await server.database.owner('select from public.folders where user_id = $1', [id])).rowCount
    expect([await folders(hard.session.user.id), await folders(soft.session.user.id)]).toEqual([0, 1])
    for (const person of [hard, soft]) {
      expect((await signIn(person.email)).error?.code).toBe('invalid_credentials')
      expect((await person.client.from('folders').select()).status).toBe(401)
      expect((await admin.getUserById(person.session.user.id)).error?.code).toBe('user_not_found')
    }
    const { rows } = await server.database.owner<{ text: string }>(
      `select u::text || p::text as text from auth.users u join public.profiles p on p.user_id = u.id where id = $1`,
      [soft.session.user.id],
    )
    expect(rows).toHaveLength(1)
    for (const trace of [soft.email, 'Soraya', 'Softly', '4915112345678']) expect(rows[0]?.text).not.toContain(trace)
    // The address is free again.
    await created({ email: soft.email })
  })
})

describe('links', () => {
  test('an invitation is mailed, and lets its owner choose a password', async () => {
    const email = newEmail()
    const { data, error } = await admin.inviteUserByEmail(email, { data: { team: 'red' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { team: 'red' } })

    const mail = await server.mailbox.next(email)
    expect(mail.subject).toBe('You have been invited')
    const client = server.client()
    const verified = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'invite' })
    expect(verified.error).toBeNull()
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await signIn(email)).error).toBeNull()
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
    expect(linkIn(mail)).toContain('type=invite')
  })

  test.each(['magiclink', 'recovery'] as const)('a %s signs in once', async (type) => {
    const { email } = await signedInPerson(server)
    const { data, error } = await admin.generateLink({ type, email })
    expect(error).toBeNull()
    const { action_link, hashed_token, email_otp, verification_type } = data.properties ?? {}
    expect(verification_type).toBe(type)
    expect(action_link).toContain(hashed_token)
    expect(email_otp).toMatch(/^\d{6}$/)

    const verify = () => server.client().auth.verifyOtp({ token_hash: hashed_token ?? '', type })
    expect((await verify()).data.session).not.toBeNull()
    expect((await verify()).error?.code).toBe('otp_expired')
  })

  test('a sign-up makes the account, an email change needs both', async () => {
    const email = newEmail()
    const signup = await admin.generateLink({ type: 'signup', email, password: PASSWORD })
    const client = server.client()
    await client.auth.verifyOtp({ token_hash: signup.data.properties?.hashed_token ?? '', type: 'signup' })
    expect((await signIn(email)).error).toBeNull()

    const newAddress = newEmail()
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin.generateLink({ type, email, newEmail: newAddress })
      expect((await signIn(newAddress)).error?.code, type).toBe('invalid_credentials')
      await client.auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'email_change' })
    }
    expect((await signIn(newAddress)).error).toBeNull()
  })

  test('no link for nobody', async () => {
    expect((await admin.generateLink({ type: 'recovery', email: newEmail() })).error?.code).toBe('user_not_found')
    const { email } = await signedInPerson(server)
    expect((await admin.generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe('email_exists')
  })
})
