/** Organisations of one installation: made, suspended and resumed by who runs it, with as many people as their plan has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TENANT_PLAN_IDS } from '#contract/organisation/tenant-plan-ids.ts'
import { isRoleOf, TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { ROLES, type Role } from '#contract/permissions.ts'
import { PASSWORD, type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

type Tenant = { id: string; name: string; tier: string; status: string; people: number; owners: string[] }

let server: TestServer
let root: Person
let other: Person
beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  root = await signedInPerson(server)
  other = await signedInPerson(server)
  await run('select auth.claim_installation($1)', [root.session.user.id])
})
afterAll(() => server.stop())

const run = (text: string, values: unknown[] = []) => server.database.owner<{ id: string }>(text, values)

const post = (person: Person, path: string, body: object): Promise<Response> =>
  server.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session.access_token}` },
    body: JSON.stringify(body),
  })

const fingerprint = 'A'.repeat(43)

async function created(plan: string = 'starter', email = newEmail()): Promise<string> {
  const answer = await post(root, '/tenants', { name: 'Example & Sons', plan, email, fingerprint })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

/** Opens the newest mail's invitation and signs in. */
async function accepted(email: string): Promise<Person> {
  const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
  const client = server.client()
  const { data, error } = await client.auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
  if (error || !data.session) throw error ?? new Error('no session')
  await client.auth.updateUser({ password: PASSWORD })
  return { email, password: PASSWORD, client, session: data.session }
}

async function list(search = ''): Promise<Tenant[]> {
  const { data, error } = await root.client.rpc('list_tenants', { search })
  if (error) throw new Error(JSON.stringify(error))
  return data as Tenant[]
}

const find = async (id: string) => (await list()).find((tenant) => tenant.id === id)
const call = async (name: string, body: object, person = root) => (await person.client.rpc(name, body)).error?.code

test('an organisation is made with an owner, who accepts by mail and has it to themselves', async () => {
  const email = newEmail()
  const id = await created('starter', email)
  expect(await find(id)).toMatchObject({
    name: 'Example & Sons',
    tier: 'starter',
    status: 'active',
    people: 0,
    owners: [],
  })
  const owner = await accepted(email)
  expect((await owner.client.rpc('get_user_roles')).data).toEqual([{ role: 'owner' }])
  expect(await find(id)).toMatchObject({ people: 1, owners: [email] })
  expect((await list(email)).map((tenant) => tenant.id)).toEqual([id])
  // Neither sees the other.
  expect((await owner.client.from('tenants').select('id')).data).toEqual([{ id }])
  expect((await owner.client.rpc('find_colleagues', { emails: [root.email] })).data).toEqual([])
  const { rows } = await run(
    `select tenant_id, user_id from system_audit_log where event_type = 'tenant.created' and details ->> 'id' = $1`,
    [id],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { tenant_id: id, user_id: root.session.user.id },
      { tenant_id: expect.not.stringContaining(id) as string, user_id: root.session.user.id },
    ]),
  )
})

test('an owner is invited again until one has accepted, and the earlier link makes no owner', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const id = await created('starter', first)
  expect((await post(root, `/tenants/${id}/owner`, { email: second, fingerprint })).status).toBe(200)
  await expect(accepted(first)).rejects.toThrow()
  await accepted(second)
  expect(await find(id)).toMatchObject({ owners: [second] })
  expect((await post(root, `/tenants/${id}/owner`, { email: newEmail(), fingerprint })).status).toBe(409)
})

test('nobody else reads or changes organisations, an owner of one neither', async () => {
  const id = await created()
  const body = { name: 'Mine', plan: 'enterprise', email: newEmail(), fingerprint }
  expect((await post(other, '/tenants', body)).status).toBe(403)
  expect((await post(other, `/tenants/${id}/owner`, { email: newEmail(), fingerprint })).status).toBe(403)
  for (const [name, args] of [
    ['list_tenants', {}],
    ['suspend_tenant', { organisation: id, reason: 'test' }],
    ['resume_tenant', { organisation: id }],
    ['change_tenant_plan', { organisation: id, plan: 'enterprise', expected: 'starter' }],
  ] as const)
    expect(await call(name, args, other)).toBe('42501')
  // A super administrator of another organisation is none of the installation.
  const { rows } = await run('select tenant_id as id from profiles where user_id = $1', [other.session.user.id])
  await run(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'super_admin')`, [
    other.session.user.id,
    rows[0]?.id,
  ])
  expect(await call('list_tenants', {}, other)).toBe('42501')
  for (const name of ['create_tenant', 'invite_first_owner'])
    expect(await call(name, { called: 'x', plan: 'starter', organisation: id, owner_email: newEmail() })).toBeTruthy()
})

test.each([
  ['an empty name', { name: ' ' }],
  ['a name of two lines', { name: 'Example\nBcc: somebody@example.test' }],
  ['markup', { name: '<b>Example</b>' }],
  ['a plan that is not there', { plan: 'free' }],
  ['no address', { email: 'nobody' }],
])('%s is refused, and nothing is made', async (_, wrong) => {
  const before = (await list()).length
  const body = { name: 'Example', plan: 'starter', email: newEmail(), fingerprint, ...wrong }
  expect((await post(root, '/tenants', body)).status).toBe(400)
  expect((await list()).length).toBe(before)
})

test('somebody who has an account is no owner of another organisation, and none is made', async () => {
  const before = (await list()).length
  const answer = await post(root, '/tenants', { name: 'Example', plan: 'starter', email: other.email, fingerprint })
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([422, 'email_exists'])
  expect((await list()).length).toBe(before)
})

describe('a suspended organisation', () => {
  test('its people are signed out and cannot sign in, and come back as they were', async () => {
    const email = newEmail()
    const id = await created('professional', email)
    const owner = await accepted(email)
    const { data: link } = await owner.client.from('profiles').select('user_id')
    expect(link).toHaveLength(1)
    expect(await call('suspend_tenant', { organisation: id, reason: ' ' })).toBe('23514')
    expect(await call('suspend_tenant', { organisation: id, reason: 'Not paid since March' })).toBeUndefined()
    expect(await call('suspend_tenant', { organisation: id, reason: 'again' })).toBe('QS406')
    expect(await find(id)).toMatchObject({ status: 'suspended', suspended_reason: 'Not paid since March', people: 1 })
    await expect
      .poll(async () => (await owner.client.from('profiles').select('user_id')).error?.message)
      .toContain('Session')
    // In the app: what asks whether the session is over is told why.
    const asked = await server.fetch('/auth/v1/user', {
      headers: { authorization: `Bearer ${owner.session.access_token}` },
    })
    expect(await asked.json()).toMatchObject({ error_code: 'organisation_suspended' })
    const again = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(again.error?.code).toBe('organisation_suspended')
    expect(await call('resume_tenant', { organisation: id })).toBeUndefined()
    const back = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(back.error).toBeNull()
    const { rows } = await run(
      `select event_type from system_audit_log where tenant_id = $1 and event_type like 'tenant.%' order by created_at`,
      [id],
    )
    expect(rows).toEqual(['tenant.created', 'tenant.suspended', 'tenant.resumed'].map((kind) => ({ event_type: kind })))
  })

  test('takes nobody, and the one that runs the installation is not suspended', async () => {
    const email = newEmail()
    const id = await created('starter', email)
    await call('suspend_tenant', { organisation: id, reason: 'test' })
    await expect(accepted(email)).rejects.toThrow('suspended')
    expect(await find(id)).toMatchObject({ people: 0 })
    const operator = (await list()).find((tenant) => (tenant as unknown as { is_operator: boolean }).is_operator)
    expect(await call('suspend_tenant', { organisation: operator?.id, reason: 'test' })).toBe('23514')
  })
})

describe('a plan', () => {
  test('has the seats and roles that the contract says', async () => {
    for (const plan of TENANT_PLAN_IDS) {
      const { rows } = await server.database.owner<{ seats: number | null }>('select authz.seats_of($1) as seats', [
        plan,
      ])
      expect(rows[0]?.seats).toBe(TENANT_PLANS[plan].seats)
      const given = await server.database.owner<{ role: Role; is_given: boolean }>(
        'select role, authz.is_role_of(role, $1) as is_given from unnest($2::text[]) as role',
        [plan, [...ROLES]],
      )
      expect(given.rows).toEqual(ROLES.map((role) => ({ role, is_given: isRoleOf(role, plan) })))
    }
  })

  test('is full with the people who were invited, and a larger one has room again', async () => {
    const email = newEmail()
    const id = await created('starter', email)
    const owner = await accepted(email)
    const invite = () => post(owner, '/team/invitations', { email: newEmail(), role: 'member', fingerprint })
    for (let invited = 1; invited < 5; invited++) expect((await invite()).status).toBe(200)
    const refused = await invite()
    expect([refused.status, ((await refused.json()) as { error_code: string }).error_code]).toEqual([
      409,
      'organisation_full',
    ])
    expect(await call('change_tenant_plan', { organisation: id, plan: 'professional', expected: 'enterprise' })).toBe(
      'QS406',
    )
    expect(
      await call('change_tenant_plan', { organisation: id, plan: 'professional', expected: 'starter' }),
    ).toBeUndefined()
    expect((await invite()).status).toBe(200)
  })

  test('that is full takes nobody back who was removed', async () => {
    const email = newEmail()
    const id = await created('starter', email)
    const owner = await accepted(email)
    const { rows } = await run(
      `insert into auth.users (email) select 'p' || n || '-' || $1 from generate_series(1, 5) as n returning id`,
      [email],
    )
    const [former, ...others] = rows.map((row) => row.id)
    const join = (person: string | undefined) =>
      run(
        `with made as (insert into profiles (user_id, tenant_id) values ($1, $2))
           insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'member')`,
        [person, id],
      )
    await join(former)
    expect(await call('remove_member', { person: former }, owner)).toBeUndefined()
    for (const person of others) await join(person)
    expect(await call('restore_member', { person: former }, owner)).toBe('QS402')
    expect(await find(id)).toMatchObject({ people: 5 })
    expect(await call('remove_member', { person: others[0] }, owner)).toBeUndefined()
    expect(await call('restore_member', { person: former }, owner)).toBeUndefined()
  })

  test('that is full keeps the next person out when two come at once', async () => {
    const id = await created('starter', newEmail())
    await run(`delete from invitations where tenant_id = $1`, [id])
    const people = Array.from({ length: 7 }, () => newEmail())
    await run(`insert into auth.users (email) select unnest($1::text[])`, [people])
    const joins = await Promise.allSettled(
      people.map((email) =>
        run(`insert into profiles (user_id, tenant_id) select u.id, $1 from auth.users u where u.email = $2`, [
          id,
          email,
        ]),
      ),
    )
    expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await find(id)).toMatchObject({ people: 5 })
  })

  test('gives its roles alone, and is not taken while somebody holds another', async () => {
    const email = newEmail()
    const id = await created('enterprise', email)
    const owner = await accepted(email)
    const invite = (role: string) => post(owner, '/team/invitations', { email: newEmail(), role, fingerprint })
    expect((await invite('security_admin')).status).toBe(200)
    await run(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'security_admin')`, [
      owner.session.user.id,
      id,
    ])
    const change = (plan: string, expected: string) => call('change_tenant_plan', { organisation: id, plan, expected })
    expect(await change('starter', 'enterprise')).toBe('QS405')
    expect(await find(id)).toMatchObject({ tier: 'enterprise' })
    await run(`delete from enterprise_user_roles where user_id = $1 and role = 'security_admin'`, [
      owner.session.user.id,
    ])
    expect(await change('starter', 'enterprise')).toBeUndefined()
    expect((await invite('security_admin')).status).toBe(409)
    expect((await invite('admin')).status).toBe(200)
  })
})
