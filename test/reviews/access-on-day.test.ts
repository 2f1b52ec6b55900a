/** What somebody could open on a day, by rosters, grants and roles, also those that have ended since. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ada, bob, eve, inOtherOrganisation, server, stageTeam } from '../organisation/team-stage.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { call, dayIn, eventsOf, giveRole, newSpace, takeOut } from './reviews-stage.ts'

stageTeam()

type Grant = {
  kind: string
  what: string
  held_role: string
  ended: string | null
  source: string
  files: number | null
}

const accessOf = async (person: VaultPerson, day = dayIn(0), who = ada) => {
  const { body } = await call(who, `GET /people/${person.userId}/access?day=${day}`)
  return body['grants'] as Grant[]
}
const of = (grants: readonly Grant[], kind: string) => grants.filter((one) => one.kind === kind)

/** Makes everything that happened so far so many days older. */
async function age(days: number): Promise<void> {
  for (const [table, column] of [
    ['system_audit_log', 'created_at'],
    ['enterprise_user_roles', 'created_at'],
    ['team_space_epochs', 'created_at'],
    ['file_access', 'created_at'],
    ['file_records', 'created_at'],
  ] as const)
    await pastTriggers(server.database, `update public.${table} set ${column} = ${column} - $1::interval`, [
      `${days} days`,
    ])
}

test('a space counts from the roster that names the person until they are out, on each day in between', async () => {
  const space = await newSpace()
  await age(10)
  await takeOut(ada, space, bob)
  expect(of(await accessOf(bob, dayIn(-11)), 'space')).toEqual([])
  for (const days of [-10, -5, 0])
    expect(of(await accessOf(bob, dayIn(days)), 'space')).toMatchObject([
      { what: space, held_role: 'editor', source: 'roster', ended: expect.any(String) as string },
    ])
  expect(of(await accessOf(bob, dayIn(1)), 'space')).toEqual([])
  expect(of(await accessOf(ada, dayIn(1)), 'space').map(({ what }) => what)).toContain(space)
})

test('a space no longer counts once the person has left, also where no roster followed yet', async () => {
  const space = await newSpace()
  await age(10)
  await server.database.owner('delete from team_space_members where space_id = $1 and user_id = $2', [
    space,
    bob.userId,
  ])
  await age(2)
  const whats = async (days: number) => of(await accessOf(bob, dayIn(days)), 'space').map(({ what }) => what)
  expect(await whats(-3)).toContain(space)
  expect(await whats(-1)).not.toContain(space)
})

test('a role counts until it is taken or ends, also where nothing of it is left but the log', async () => {
  await giveRole(bob, 'analyst')
  await age(3)
  await giveRole(bob, 'member')
  const then = of(await accessOf(bob, dayIn(-2)), 'role').map(({ what }) => what)
  expect(then).toContain('analyst')
  expect(of(await accessOf(bob, dayIn(1)), 'role').map(({ what }) => what)).toEqual(['member'])
  await server.database.owner(
    `update enterprise_user_roles set expires_at = now() + interval '2 days' where user_id = $1`,
    [bob.userId],
  )
  expect(of(await accessOf(bob, dayIn(1)), 'role')).toHaveLength(1)
  expect(of(await accessOf(bob, dayIn(3)), 'role')).toEqual([])
})

test('a share counts while it is there, and after it was taken by the log', async () => {
  const file = crypto.randomUUID()
  const event = (kind: string, days: number) =>
    server.database.owner(
      `insert into system_audit_log (tenant_id, event_type, event_category, user_id, action, details, created_at)
       select tenant_id, $2, 'data_access', user_id, split_part($2, '.', 2),
              jsonb_build_object('id', $3::text, 'file_id', $3::text, 'person', $4::text), now() - make_interval(days => $5)
       from profiles where user_id = $1`,
      [ada.userId, kind, file, eve.userId, days],
    )
  await event('file_access.insert', 6)
  await event('file_access.delete', 2)
  expect(of(await accessOf(eve, dayIn(-4)), 'share')).toMatchObject([{ what: file, source: 'log' }])
  expect(of(await accessOf(eve, dayIn(-7)), 'share')).toEqual([])
  expect(of(await accessOf(eve, dayIn(-1)), 'share')).toEqual([])
})

test('the list as CSV says what it does not know, and its hash is in the audit log', async () => {
  const { status, bytes } = await call(ada, `GET /people/${bob.userId}/access/export?day=${dayIn(0)}`)
  expect(status).toBe(200)
  expect(bytes.toString()).toContain('role,member,member')
  expect(bytes.toString()).toContain('not known,files opened by links that were sent outside')
  expect(bytes.toString()).toContain('not known,"copies and downloads, and what others passed on"')
  const { rows } = await server.database.owner<{ details: Record<string, unknown> }>(
    `select details from system_audit_log where event_type = 'access_list.exported' and details ->> 'person' = $1`,
    [bob.userId],
  )
  expect(rows).toMatchObject([{ details: { day: dayIn(0), sha256: createHash('sha256').update(bytes).digest('hex') } }])
})

test('it is for people who manage users, about people of their organisation', async () => {
  const mallory = await personWithVault(server)
  await inOtherOrganisation(mallory, server)
  await giveRole(bob, 'member')
  const path = (person: VaultPerson) => `GET /people/${person.userId}/access?day=${dayIn(0)}`
  expect((await call(bob, path(ada))).status).toBe(403)
  expect((await call(mallory, path(ada))).status).toBe(404)
  expect((await call(ada, path(mallory))).status).toBe(404)
  await giveRole(eve, 'admin')
  // An administrator looks into nothing of an owner's, as they change nothing there.
  expect((await call(eve, path(ada))).status).toBe(403)
  expect((await call(ada, `GET /people/${bob.userId}/access?day=tomorrow`)).status).toBe(400)
  expect(await eventsOf('access_list.exported', ada.userId)).toEqual([])
})
