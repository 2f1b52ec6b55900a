import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type Person, confirm, newEmail, signedInPerson } from '../support/people/people.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let operator: Person
let eve: Person

beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  operator = await signedInPerson(server)
  eve = await signedInPerson(server)
})
afterAll(() => server.stop())

const invite = (inviter: Person, email: string): Promise<Response> =>
  server.fetch('/auth/v1/team/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${inviter.session.access_token}` },
    body: JSON.stringify({ email, role: 'member', fingerprint: 'A'.repeat(43) }),
  })

async function tenantOf({ session }: Person): Promise<string | undefined> {
  const { rows } = await server.database.owner<{ tenant_id: string }>(
    'select tenant_id from profiles where user_id = $1',
    [session.user.id],
  )
  return rows[0]?.tenant_id
}

/** Where somebody lands who signs up and opens the confirmation mail, not the invitation. */
async function signUpTenant(email: string): Promise<string | undefined> {
  await server.client().auth.signUp({ email, password: PASSWORD })
  await confirm(server, email)
  const { rows } = await server.database.owner<{ tenant_id: string }>(
    'select p.tenant_id from profiles p join auth.users u on u.id = p.user_id where u.email = $1',
    [email],
  )
  return rows[0]?.tenant_id
}

const readInvitation = (token: string): Promise<Response> =>
  server.fetch('/auth/v1/team/invitations/read', { method: 'POST', body: JSON.stringify({ token }) })

/** Opens the link of the newest mail, as the page that it leads to does. */
async function accept(email: string): Promise<string | undefined> {
  const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
  const { data, error } = await server.client().auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
  if (error) throw error
  return data.user?.id
}

test('an invitation of a stranger counts only by its link', async () => {
  const email = newEmail()
  expect((await invite(eve, email)).status).toBe(200)
  await server.mailbox.next(email)
  expect(await signUpTenant(email)).not.toBe(await tenantOf(eve))
})

test('the link brings who opens it into the organisation that sent it, whoever else invited', async () => {
  const email = newEmail()
  await invite(operator, email)
  const link = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1)).get('token')
  await invite(eve, email)
  await server.mailbox.next(email)
  const { data } = await server.client().auth.verifyOtp({ type: 'invite', token_hash: link ?? '' })
  const { rows } = await server.database.owner('select tenant_id from profiles where user_id = $1', [data.user?.id])
  expect(rows).toEqual([{ tenant_id: await tenantOf(operator) }])

  const other = newEmail()
  await invite(operator, other)
  await server.mailbox.next(other)
  await invite(eve, other)
  const userId = await accept(other)
  const found = await server.database.owner('select tenant_id from profiles where user_id = $1', [userId])
  expect(found.rows).toEqual([{ tenant_id: await tenantOf(eve) }])
})

test('whoever signs up in the ordinary way lands where the operator invited them', async () => {
  const email = newEmail()
  await invite(operator, email)
  await server.mailbox.next(email)
  expect(await signUpTenant(email)).toBe(await tenantOf(operator))
})

test('inviting an address tells nobody whether it has an account', async () => {
  const known = await signedInPerson(server)
  const before = await tenantOf(known)
  const answers = [await invite(eve, known.email), await invite(eve, newEmail())]
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(texts.map((text) => Object.keys(JSON.parse(text)))).toEqual([['id'], ['id']])
  expect((await server.mailbox.next(known.email)).text).toContain('another organisation')
  expect(await tenantOf(known)).toBe(before)
})

const call = (person: Person, name: string, body: object = {}): Promise<Response> =>
  server.fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const seenBy = async (person: Person): Promise<{ id: string; organisation: string; inviter: string }[]> =>
  (await call(person, 'own_invitations')).json()

test('who has an account sees whose invitation it is, and declines it without a word to the inviter', async () => {
  const known = await signedInPerson(server)
  expect(await seenBy(known)).toEqual([])
  const { id } = (await (await invite(eve, known.email)).json()) as { id: string }
  const mail = await server.mailbox.next(known.email)
  expect(mail.text).toContain('/dashboard/team')
  expect(await seenBy(known)).toMatchObject([{ id, inviter: eve.session.user.email }])
  expect(await seenBy(operator)).toEqual([])

  // Nobody declines what is not theirs.
  expect(await (await call(operator, 'decline_invitation', { invitation: id })).json()).toMatchObject({ code: 'QS404' })
  const waiting = async () =>
    (
      await server.fetch('/rest/v1/invitations?select=*&accepted_at=is.null', {
        headers: { authorization: `Bearer ${eve.session.access_token}` },
      })
    ).json()
  const before = await waiting()
  expect((await call(known, 'decline_invitation', { invitation: id })).status).toBe(204)
  expect(await seenBy(known)).toEqual([])
  expect(await waiting()).toEqual(before)
  expect(await (await call(known, 'decline_invitation', { invitation: id })).json()).toMatchObject({ code: 'QS404' })

  await invite(eve, known.email)
  expect(await seenBy(known)).toMatchObject([{ id }])
  expect((await call(eve, 'revoke_invitation', { invitation: id })).status).toBe(204)
  expect(await seenBy(known)).toEqual([])
})

test('an invitation that ran out, or whose address is not confirmed, is seen by nobody', async () => {
  const known = await signedInPerson(server)
  const { id } = (await (await invite(eve, known.email)).json()) as { id: string }
  await server.database.owner(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [id])
  expect(await seenBy(known)).toEqual([])
  await server.database.owner(`update invitations set expires_at = now() + interval '1 day' where id = $1`, [id])
  expect(await seenBy(known)).toHaveLength(1)
  await server.database.owner('update auth.users set email_confirmed_at = null where id = $1', [known.session.user.id])
  expect(await seenBy(known)).toEqual([])
})

test('who holds the link reads where it leads until it is used, and a guess reads nothing', async () => {
  const email = newEmail()
  await invite(operator, email)
  const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
  const token = parts.get('token') ?? ''
  const { rows } = await server.database.owner<{ name: string }>('select name from tenants where id = $1', [
    await tenantOf(operator),
  ])

  const read = await readInvitation(token)
  expect([read.status, await read.json()]).toEqual([
    200,
    { organisation: rows[0]?.name, inviter: operator.session.user.email, least_password: null },
  ])
  expect((await readInvitation(`${token}x`)).status).toBe(403)

  await server.client().auth.verifyOtp({ type: 'invite', token_hash: token })
  const used = await readInvitation(token)
  expect([used.status, await used.json()]).toMatchObject([403, { code: 'otp_expired' }])
})

test('an organisation without a company is named as somebody’s, not as the person', async () => {
  const nameOf = async (metadata: Record<string, string>): Promise<string | undefined> => {
    const email = newEmail()
    await server.client().auth.signUp({ email, password: PASSWORD, options: { data: metadata } })
    await confirm(server, email)
    const { rows } = await server.database.owner<{ name: string }>(
      `select t.name from tenants t join profiles p on p.tenant_id = t.id join auth.users u on u.id = p.user_id where u.email = $1`,
      [email],
    )
    return rows[0]?.name
  }
  const names = { first_name: 'Anna', last_name: 'Berg' }
  expect(await nameOf({ ...names, company: 'Berg & Co' })).toBe('Berg & Co')
  expect(await nameOf(names)).toBe('Anna Berg’s organisation')
})
