import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { codeIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ AUTH_ANONYMOUS: 'true' })
})
afterAll(() => server.stop())

type SignedIn = { userId: string; token: string }

const newPhone = () => `+49151${randomInt(10_000_000, 99_999_999)}`

/** Signed in by a mailed code; nobody has chosen a password. */
async function byMail(email = newEmail()): Promise<SignedIn & { email: string }> {
  const { auth } = server.client()
  await auth.signInWithOtp({ email })
  const { data } = await auth.verifyOtp({ email, token: codeIn(await server.mailbox.next(email)), type: 'email' })
  return { email, userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

/** Signed in by an SMS; there is no address. */
async function byPhone(): Promise<SignedIn> {
  const { auth } = server.client()
  const phone = newPhone()
  await auth.signInWithOtp({ phone })
  const { data } = await auth.verifyOtp({ phone, token: codeIn(await server.mailbox.next(phone)), type: 'sms' })
  return { userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

/** The account was made, and confirmed, `by` ago. */
const ageAccount = ({ userId }: SignedIn, by: string) =>
  ageRows(server.database, { table: 'auth.users', where: 'r.id = $1', values: [userId] }, by)
const ageSession = ({ userId }: SignedIn, by: string) =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.user_id = $1', values: [userId], columns: ['created_at'] },
    by,
  )

/** @returns the code of a refusal, or the status. */
async function change({ token }: SignedIn, body: unknown, at = server): Promise<string | number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await at.fetch('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify(body) })
  const { error_code: code } = (await answer.json()) as { error_code?: string }
  return code ?? answer.status
}

describe('a first password', () => {
  test('takes more than a token once the account is a day old', async () => {
    const person = await byMail()
    await ageAccount(person, '25 hours')
    await ageSession(person, '16 minutes')
    expect(await change(person, { password: PASSWORD })).toBe('reauthentication_needed')

    expect(await change(await byMail(person.email), { password: PASSWORD })).toBe(200)
  })

  test('or a mailed code', async () => {
    const person = await byMail()
    await ageAccount(person, '25 hours')
    await ageSession(person, '16 minutes')
    const headers = { authorization: `Bearer ${person.token}` }
    await server.fetch('/auth/v1/reauthenticate', { headers })
    const nonce = codeIn(await server.mailbox.next(person.email))
    expect(await change(person, { password: PASSWORD, nonce })).toBe(200)
  })

  test('takes its time on the first day, and lets no number pass with it', async () => {
    const person = await byMail()
    await ageAccount(person, '23 hours')
    await ageSession(person, '23 hours')
    expect(await change(person, { password: PASSWORD, phone: newPhone() })).toBe('reauthentication_needed')
    expect(await change(person, { password: PASSWORD })).toBe(200)
  })

  test('of a visitor takes nothing: they have nothing but the token', async () => {
    const { data } = await server.client().auth.signInAnonymously()
    const visitor = { userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
    await ageAccount(visitor, '25 hours')
    await ageSession(visitor, '25 hours')
    expect(await change(visitor, { email: newEmail(), password: PASSWORD })).toBe(200)
  })
})

test('a number that a visitor becomes a person by proves as much as ever', async () => {
  const { auth } = server.client()
  const { data } = await auth.signInAnonymously()
  const visitor = { userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
  await ageAccount(visitor, '25 hours')
  const phone = newPhone()
  await auth.updateUser({ phone })
  const token = codeIn(await server.mailbox.next(phone))
  const { data: entered } = await auth.verifyOtp({ phone, token, type: 'phone_change' })
  const person = { userId: visitor.userId, token: entered.session?.access_token ?? '' }
  expect(await change(person, { password: PASSWORD })).toBe(200)
})

describe('a first address', () => {
  test('takes more than a token, because no other mailbox could object', async () => {
    const person = await byPhone()
    await ageSession(person, '16 minutes')
    expect(await change(person, { email: newEmail() })).toBe('reauthentication_needed')

    await ageSession(person, '-16 minutes')
    expect(await change(person, { email: newEmail() })).toBe(200)
  })
})

test('where addresses need no confirmation, another one takes more than a token', async () => {
  const own = await startServer({ MAILER_AUTOCONFIRM: 'true' })
  try {
    const { auth } = own.client()
    const { data } = await auth.signUp({ email: newEmail(), password: PASSWORD })
    const person = { userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
    await ageRows(
      own.database,
      { table: 'auth.sessions', where: 'r.user_id = $1', values: [person.userId], columns: ['created_at'] },
      '16 minutes',
    )
    expect(await change(person, { email: newEmail() }, own)).toBe('reauthentication_needed')
    expect(await change(person, { email: newEmail(), current_password: PASSWORD }, own)).toBe(200)
  } finally {
    await own.stop()
  }
})
