/** Limits of SCIM: the plan of the organisation, roles that people gave, the last owner, and what was sent already. */
import { expect, test } from 'vitest'
import {
  type Answer,
  eventsOf,
  firstSignIn,
  home,
  newAddress,
  owner,
  patch,
  provisioned,
  send,
  server,
  stageScim,
  userOf,
} from './scim-stage.ts'

stageScim()

async function standingOf(email: string) {
  const { rows } = await server.database.owner(
    `select u.email_confirmed_at is not null as is_confirmed, array(select role from authz.live_roles r where r.user_id = u.id) as roles
     from auth.users u where u.email = $1`,
    [email],
  )
  return rows[0]
}

const plan = (tier: string) =>
  server.database.owner('update tenants set subscription_tier = $1 where id = $2', [tier, home])

test('nobody is provisioned whom the plan of the organisation has no room for', async () => {
  await plan('starter')
  const answers = []
  for (let sent = 0; sent < 6; sent++) answers.push(await send('POST', '/Users', userOf(newAddress())))
  expect((({ status, body }: Answer) => [status, body.scimType, body.detail])(answers.at(-1) as Answer)).toEqual([
    403,
    undefined,
    'The organisation has no room for one more person: its plan, or the operator of this server, allows no more.',
  ])
  const { rows } = await server.database.owner<{ people: string }>('select authz.people_of($1) as people', [home])
  expect(Number(rows[0]?.people)).toBeGreaterThanOrEqual(5)
  await plan('enterprise')
  expect((await send('POST', '/Users', userOf(newAddress()))).status).toBe(201)
})

test('a role that was given with an invitation stays with the mailbox that was invited', async () => {
  const [invited, other] = [newAddress(), newAddress()]
  await server.database.owner(
    `insert into invitations (tenant_id, email, role, invited_by, expires_at) values ($1, $2, 'admin', $3, now() + interval '1 day')`,
    [home, invited, owner.session.user.id],
  )
  const { id } = await provisioned(invited)
  expect(await standingOf(invited)).toMatchObject({ roles: ['admin'] })
  const moved = await patch(`/Users/${id}`, [
    { op: 'replace', path: 'emails[type eq "work"].value', value: other },
    { op: 'replace', path: 'userName', value: other },
  ])
  expect(moved.status).toBe(200)
  expect(await standingOf(other)).toMatchObject({ roles: ['member'], is_confirmed: false })
  const told = await server.database.owner(
    `select details from notifications where kind = 'roles_changed' and user_id = $1 and details ->> 'event' = 'ended'`,
    [owner.session.user.id],
  )
  expect(told.rows).toEqual([{ details: { event: 'ended', role: 'admin', person: id } }])
})

test('a role of an invitation keeps its end, is told, and is not given once it is over', async () => {
  const [ending, over] = [newAddress(), newAddress()]
  await server.database.owner(
    `insert into invitations (tenant_id, email, role, role_until, invited_by, expires_at)
     select $1, email, 'sales_manager', now() + days * interval '1 day', $2, now() + interval '1 day'
     from (values ($3, 2), ($4, -1)) as i (email, days)`,
    [home, owner.session.user.id, ending, over],
  )
  const { id } = await provisioned(ending)
  await provisioned(over)
  const { rows } = await server.database.owner(
    `select u.email, r.role, r.expires_at > now() + interval '1 day' as has_end from auth.users u
     join enterprise_user_roles r on r.user_id = u.id where u.email = any ($1) order by r.role`,
    [[ending, over]],
  )
  expect(rows).toEqual([
    { email: over, role: 'member', has_end: null },
    { email: ending, role: 'sales_manager', has_end: true },
  ])
  const told = await server.database.owner(
    `select user_id, details - 'changed_by' as details from notifications where kind = 'roles_changed' and details ->> 'role' = 'sales_manager'
     order by user_id = $1`,
    [id],
  )
  expect(told.rows).toEqual([
    { user_id: owner.session.user.id, details: { event: 'provisioned', role: 'sales_manager', person: id } },
    { user_id: id, details: { event: 'provisioned', role: 'sales_manager', is_own: true } },
  ])
})

test('who was invited to a role that the plan of today does not hold comes as a member', async () => {
  const email = newAddress()
  await server.database.owner(
    `insert into invitations (tenant_id, email, role, invited_by, expires_at) values ($1, $2, 'manager', $3, now() + interval '1 day')`,
    [home, email, owner.session.user.id],
  )
  await plan('professional')
  await provisioned(email)
  expect(await standingOf(email)).toMatchObject({ roles: ['member'] })
  await plan('enterprise')
})

test('the last owner stays when a person demotes one while a provider suspends the other', async () => {
  const [one, other] = [await provisioned(), await provisioned()]
  const person = await firstSignIn(one.userName)
  await firstSignIn(other.userName)
  const role = (to: string, ids: string[]) =>
    server.database.owner('update enterprise_user_roles set role = $1 where user_id = any ($2)', [to, ids])
  await role('admin', [owner.session.user.id])
  await role('owner', [one.id, other.id])
  const [demoted, suspended] = await Promise.all([
    person.client.rpc('give_role', { person: other.id, role: 'member' }),
    patch(`/Users/${one.id}`, [{ op: 'replace', path: 'active', value: false }]),
  ])
  expect([demoted.error === null, suspended.status === 200].filter(Boolean)).toHaveLength(1)
  expect(suspended.status === 200 || suspended.status === 409).toBe(true)
  await role('owner', [owner.session.user.id])
})

test('a client that sends everything again makes one person, and changes nothing a second time', async () => {
  const email = newAddress()
  const made = await Promise.all([1, 2, 3].map(() => send('POST', '/Users', userOf(email))))
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const path = `/Users/${made.find(({ status }) => status === 201)?.body.id ?? ''}`
  const off = [{ op: 'replace', path: 'active', value: false }]
  const first = await patch(path, off)
  const again = await patch(path, off)
  expect([again.status, again.body]).toEqual([200, first.body])
  const removed = await Promise.all([send('DELETE', path), send('DELETE', path)])
  expect(removed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  const counted = async (like: string) =>
    (await eventsOf(home, like)).filter(({ details }) => path.endsWith(String(details['id']))).length
  expect(await counted('suspended_members.insert')).toBe(1)
  expect(await counted('former_members.insert')).toBe(1)
})
