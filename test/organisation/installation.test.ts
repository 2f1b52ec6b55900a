import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { OrganisationFacts } from '#contract/organisation/organisation.ts'
import { makeClaimLink } from '#server/auth/account/installation.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
afterEach(() => server.stop())

type Account = { id: string; token: string; email: string }

/** Without a mail, because the mailbox is closed on a server with a public address. */
async function signUp(headers: Record<string, string> = {}): Promise<Account> {
  const email = newEmail()
  const body = JSON.stringify({ email, password: PASSWORD, data: { company: 'Example Ltd' } })
  const answer = await server.fetch('/auth/v1/signup', { method: 'POST', body, headers })
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } }
  return { id: user.id, token, email }
}

const claim = ({ token }: Account, secret: string): Promise<Response> =>
  server.fetch('/auth/v1/installation/claim', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ secret }),
  })

async function rolesOf({ id }: Account): Promise<string[]> {
  const { rows } = await server.database.owner<{ role: string }>(
    `select r.role from enterprise_user_roles r join tenants t on t.id = r.tenant_id
     where r.user_id = $1 and t.is_default order by 1`,
    [id],
  )
  return rows.map(({ role }) => role)
}

const facts = async (): Promise<OrganisationFacts> =>
  ((await (await server.fetch('/config.json')).json()) as { organisation: OrganisationFacts }).organisation

const remote = { PUBLIC_URL: 'https://vault.example.test', MAILER_AUTOCONFIRM: 'true' }

test.each(['personal', 'single'] as const)(
  'with %s, the printed link alone makes an administrator, once',
  async (mode) => {
    server = await startServer({ ...remote, ORGANISATION: mode })
    const [first, second] = [await signUp(), await signUp()]
    expect([await rolesOf(first), await rolesOf(second)]).not.toContainEqual(expect.arrayContaining(['owner']))
    expect(await facts()).toEqual({
      mode,
      name: mode === 'single' ? 'Default organisation' : null,
      least_password: null,
      is_claimed: false,
    })

    const old = new URL((await makeClaimLink(server.database, server.url)) ?? '').hash.slice(1)
    const secret = new URL((await makeClaimLink(server.database, server.url)) ?? '').hash.slice(1)
    expect((await claim(second, old)).status, 'of a former start').toBe(403)
    expect((await claim(second, randomUUID())).status).toBe(403)
    expect(
      (await server.fetch('/auth/v1/installation/claim', { method: 'POST', body: JSON.stringify({ secret }) })).status,
    ).toBe(401)
    expect((await claim(second, secret)).status).toBe(204)
    expect(await rolesOf(second)).toEqual(['owner', 'super_admin'])
    expect((await claim(first, secret)).status, 'used').toBe(403)
    expect(await makeClaimLink(server.database, server.url)).toBeUndefined()
    expect(await facts()).toMatchObject({
      mode,
      name: mode === 'single' ? 'Default organisation' : null,
      least_password: null,
      is_claimed: true,
    })
  },
)

test('a sign-in on the machine itself is enough, one through a proxy is not', async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true', ORGANISATION: 'personal' })
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    expect(await rolesOf(await signUp({ [name]: '203.0.113.7' })), name).toEqual([])
  }
  const administrator = await signUp()
  expect(await rolesOf(administrator)).toEqual(['owner', 'super_admin'])
  expect((await claim(administrator, randomUUID())).status, 'nothing is left to do').toBe(204)
  const other = await signUp()
  expect(await rolesOf(other)).toEqual([])
  expect((await claim(other, randomUUID())).status).toBe(403)
})

test('an administrator who signs in again stays one: nothing is claimed or granted a second time', async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true', ORGANISATION: 'personal' })
  const { email } = await signUp()
  const body = JSON.stringify({ email, password: PASSWORD })
  const changes = async (): Promise<unknown[]> =>
    (
      await server.database.owner(
        `select event_type, details from system_audit_log where event_type like 'enterprise_user_roles.%' or event_type = 'installation.claimed' order by id`,
      )
    ).rows
  const once = await changes()
  expect(once).toContainEqual(expect.objectContaining({ event_type: 'installation.claimed' }))
  const signedIn = await server.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body })
  expect(signedIn.status).toBe(200)
  expect(await changes()).toEqual(once)
})

test('what holds without a setting was decided when the database was made', async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true', ORGANISATION: '' })
  expect((await facts()).mode).toBe('personal')
  await server.database.owner(`update auth.installation set usual_mode = 'single'`)
  expect((await facts()).mode).toBe('single')
})
