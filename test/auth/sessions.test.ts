import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageRows } from '../support/server/age-rows.ts'
import { confirm, newEmail, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { pressButton, targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function refresh(
  refreshToken: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, string> }> {
  const answer = await server.fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

// As if the last refresh had been a minute ago, when no reuse is excused any more.
async function waitAMinute(person: Person): Promise<void> {
  const sessions = { table: 'auth.sessions', where: 'r.user_id = $1', values: [person.session.user.id] }
  await ageRows(server.database, { ...sessions, columns: ['refreshed_at'] }, '1 minute')
}

/** Another device than that of the tests: a program is known by its name and network. */
const ELSEWHERE = { 'user-agent': 'somebody else' }

async function theftsNoticed(person: Person): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    `select risk_level, status from public.system_audit_log
     where event_type = 'refresh.reuse_detected' and user_id = $1`,
    [person.session.user.id],
  )
  return rows
}

describe('refreshing', () => {
  test('a refresh hands out new tokens for the same session', async () => {
    const { client, session } = await signedInPerson(server)

    const { data, error } = await client.auth.refreshSession()

    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect((await client.auth.getUser()).data.user?.id).toBe(session.user.id)
  })

  test('many tabs that refresh at once all stay signed in', async () => {
    const { session } = await signedInPerson(server)

    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect((await refresh(answers[0]?.body.refresh_token ?? '')).status).toBe(200)
  })

  test('a client that lost the answer may ask again, even later', async () => {
    const person = await signedInPerson(server)
    const lost = await refresh(person.session.refresh_token)
    await waitAMinute(person)

    const again = await refresh(person.session.refresh_token)

    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(lost.body.refresh_token)
  })

  test('the token before the newest is worth nothing on another device', async () => {
    const person = await signedInPerson(server)
    const owned = await refresh(person.session.refresh_token)
    await waitAMinute(person)

    const elsewhere = await refresh(person.session.refresh_token, ELSEWHERE)
    expect(elsewhere.body.code).toBe('refresh_token_already_used')
    expect((await refresh(owned.body.refresh_token ?? '')).body.code).toBe('refresh_token_not_found')
  })

  test('a thief who refreshes before the owner is noticed when the owner refreshes next', async () => {
    const person = await signedInPerson(server)
    const stolen = await refresh(person.session.refresh_token, ELSEWHERE)
    expect(stolen.status).toBe(200)
    await waitAMinute(person)

    const owner = await refresh(person.session.refresh_token)

    expect(owner.body.code).toBe('refresh_token_already_used')
    expect((await refresh(stolen.body.refresh_token ?? '', ELSEWHERE)).body.code).toBe('refresh_token_not_found')
    expect(await theftsNoticed(person)).toEqual([{ risk_level: 'critical', status: 'blocked' }])
  })

  test('a thief who refreshes all the time is noticed as well, although the last refresh is never long ago', async () => {
    const person = await signedInPerson(server)
    let stolen = person.session.refresh_token
    for (let times = 0; times < 4; times++) stolen = (await refresh(stolen, ELSEWHERE)).body.refresh_token ?? ''

    expect((await refresh(person.session.refresh_token)).body.code).toBe('refresh_token_already_used')
    expect((await refresh(stolen, ELSEWHERE)).body.code).toBe('refresh_token_not_found')
    expect(await theftsNoticed(person)).toHaveLength(1)
  })

  test('a client that moved since its sign-in and lost the answer may ask again from where it is', async () => {
    const person = await signedInPerson(server)
    const lost = await refresh(person.session.refresh_token, ELSEWHERE)
    await waitAMinute(person)

    const again = await refresh(person.session.refresh_token, ELSEWHERE)

    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(lost.body.refresh_token)
    expect(await theftsNoticed(person)).toEqual([])
  })

  test('a page and its server that refresh at once both stay signed in', async () => {
    const person = await signedInPerson(server)
    const [page, itsServer] = await Promise.all([
      refresh(person.session.refresh_token),
      refresh(person.session.refresh_token, ELSEWHERE),
    ])

    expect([page.status, itsServer.status]).toEqual([200, 200])
    expect(page.body.refresh_token).toBe(itsServer.body.refresh_token)
  })

  test('a stolen token ends the session for both holders and leaves a critical event', async () => {
    const person = await signedInPerson(server)
    const second = await refresh(person.session.refresh_token)
    const third = await refresh(second.body.refresh_token ?? '')
    await waitAMinute(person)

    const stolen = await refresh(person.session.refresh_token)

    expect(stolen).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    expect((await refresh(third.body.refresh_token ?? '')).body.code).toBe('refresh_token_not_found')
    expect((await person.client.auth.getUser(third.body.access_token)).error?.name).toBe('AuthSessionMissingError')
    expect(await theftsNoticed(person)).toEqual([{ risk_level: 'critical', status: 'blocked' }])
  })

  test.each(['', 'nonsense', 'A'.repeat(60)])('a malformed token %j is refused', async (token) => {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('a token changed in one character is refused', async () => {
    const { session } = await signedInPerson(server)
    const token = session.refresh_token
    const changed = token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31)

    expect((await refresh(changed)).status).toBe(400)
    expect((await refresh(token)).status).toBe(200)
  })
})

describe('signing out', () => {
  async function secondDevice(person: Person) {
    const client = server.client()
    const { data } = await client.auth.signInWithPassword({ email: person.email, password: person.password })
    return { client, token: data.session?.access_token ?? '' }
  }

  async function isAlive(token: string): Promise<boolean> {
    return (await server.fetch('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })).status === 200
  }

  test('global ends every session of the user, and their tokens at once', async () => {
    const person = await signedInPerson(server)
    const other = await secondDevice(person)

    const { error } = await person.client.auth.signOut()

    expect(error).toBeNull()
    expect(await isAlive(person.session.access_token)).toBe(false)
    expect(await isAlive(other.token)).toBe(false)
  })

  test('local ends this session only', async () => {
    const person = await signedInPerson(server)
    const other = await secondDevice(person)

    await person.client.auth.signOut({ scope: 'local' })

    expect(await isAlive(person.session.access_token)).toBe(false)
    expect(await isAlive(other.token)).toBe(true)
  })

  test('others ends all but this session', async () => {
    const person = await signedInPerson(server)
    const other = await secondDevice(person)

    await person.client.auth.signOut({ scope: 'others' })

    expect(await isAlive(person.session.access_token)).toBe(true)
    expect(await isAlive(other.token)).toBe(false)
  })

  test('a logout without a body is answered 204, an unknown scope 400', async () => {
    const { session } = await signedInPerson(server)
    const headers = {
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json;charset=UTF-8',
    }

    const unknown = await server.fetch('/auth/v1/logout?scope=everyone', { method: 'POST', headers })
    const local = await server.fetch('/auth/v1/logout?scope=local', { method: 'POST', headers })

    expect(unknown.status).toBe(400)
    expect(local.status).toBe(204)
    expect(await local.text()).toBe('')
  })

  test('the event says when the session of a mailed link ended unused', async () => {
    const { session } = await signedInPerson(server)
    const headers = { authorization: `Bearer ${session.access_token}` }
    const ended = await server.fetch('/auth/v1/logout?scope=local&unused=true', { method: 'POST', headers })
    expect(ended.status).toBe(204)
    const { rows } = await server.database.owner<{ details: Record<string, unknown> }>(
      `select details from system_audit_log where event_type = 'logout' and user_id = $1`,
      [session.user.id],
    )
    expect(rows.map(({ details }) => details)).toMatchObject([{ scope: 'local', unused: true }])
  })
})

describe('the PKCE flow', () => {
  test('the link brings a code that only the browser which began can exchange, once', async () => {
    const client = server.client({ flowType: 'pkce', persistSession: true, storage: memoryStorage() })
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })
    const code = (await confirm(server, email)).searchParams.get('code') ?? ''
    expect(code).toMatch(/^[0-9a-f-]{36}$/)

    const foreign = await exchange(code, 'v'.repeat(43))
    const exchanged = await client.auth.exchangeCodeForSession(code)
    const again = await exchange(code, 'v'.repeat(43))

    expect(foreign).toMatchObject({ code: 'bad_code_verifier' })
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe(email)
    expect(again).toMatchObject({ code: 'flow_state_not_found' })
  })

  test('a used link reports its error in the query too', async () => {
    const client = server.client({ flowType: 'pkce', persistSession: true, storage: memoryStorage() })
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })
    const link = linkIn(await server.mailbox.next(email))
    await pressButton(link)

    const target = await targetOfButton(link)

    expect(target.searchParams.get('error_code')).toBe('otp_expired')
    expect(target.hash).toContain('error_code=otp_expired')
  })

  test('half a challenge is refused', async () => {
    const answer = await server.fetch('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: newEmail(), password: PASSWORD, code_challenge: 'c'.repeat(43) }),
    })

    expect(answer.status).toBe(400)
  })

  async function exchange(code: string, verifier: string): Promise<unknown> {
    const body = JSON.stringify({ auth_code: code, code_verifier: verifier })
    return (await server.fetch('/auth/v1/token?grant_type=pkce', { method: 'POST', body })).json()
  }
})

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
