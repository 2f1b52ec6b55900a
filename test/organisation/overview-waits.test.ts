import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let person: Person
let other: Person

beforeAll(async () => {
  server = await startServer()
  person = await signedInPerson(server)
  other = await signedInPerson(server)
})
afterAll(() => server.stop())

const run = (text: string, values: unknown[] = []) => server.database.owner<{ id: string }>(text, values)
/** Writes a row past triggers and foreign keys. */
const write = (text: string, values: unknown[] = []) =>
  server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'` })
    await db.query({ text, values })
  })
const idOf = (one: Person) => one.session.user.id

async function become(role: Role): Promise<void> {
  await run('delete from enterprise_user_roles where user_id = $1', [idOf(person)])
  await run(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, $2 from tenants where is_default',
    [idOf(person), role],
  )
}

async function waits(): Promise<Record<string, number | null>> {
  const { data, error } = await person.client.rpc('organisation_waits')
  if (error) throw new Error(JSON.stringify(error))
  return data as Record<string, number | null>
}
const overview = async () => (await person.client.rpc('organisation_overview')).data as Record<string, unknown>

const OF_PEOPLE = ['expiring', 'reviews', 'roles', 'guests', 'keys', 'storage']

test('what is of people, of servers and of witnesses is counted for those who can settle it', async () => {
  const read = async (role: Role) => {
    await become(role)
    const found = await waits()
    return [...OF_PEOPLE, 'disks'].filter((kind) => found[kind] !== null)
  }
  expect(await read('super_admin')).toEqual([...OF_PEOPLE, 'disks'])
  expect(await read('owner')).toEqual(OF_PEOPLE)
  expect(await read('security_admin')).toEqual([])
})

const ELSEWHERE = '30000000-0000-4000-8000-000000000000'

test.each([
  [
    'expiring',
    `insert into invitations (tenant_id, email, role, expires_at) values ($1, '${newEmail()}', 'member', now() + interval '2 days' + $2::interval)`,
    'delete from invitations',
  ],
  [
    'reviews',
    `insert into reviews.reviews (tenant_id, name, due_on, scope, covers_roles, covers_spaces, state, opened_at)
     values ($1, 'Q4', (now() at time zone 'UTC')::date - 1 + case when $2::interval > '0' then 1 else 0 end, 'people', true, false, 'open', now())`,
    'delete from reviews.reviews',
  ],
  [
    'roles',
    `insert into enterprise_user_roles (tenant_id, user_id, role, expires_at)
     values ($1, $3, 'analyst', now() + interval '7 days' + $2::interval), ($1, $3, 'viewer', now() + interval '7 days' + $2::interval)`,
    `delete from enterprise_user_roles where role in ('analyst', 'viewer')`,
  ],
  [
    'guests',
    `insert into authz.guests (tenant_id, user_id, ends_at) values ($1, $3, now() + interval '7 days' + $2::interval)`,
    'delete from authz.guests',
  ],
])('%s: those of this organisation in the time, and no others', async (kind, add, clear) => {
  await become('owner')
  const home = (await run('select id from tenants where is_default')).rows[0]?.id
  const made = async (tenant: string | undefined, shift: string) => {
    const values = [tenant, shift, idOf(other)]
    await write(add, add.includes('$3') ? values : values.slice(0, 2))
    const found = (await waits())[kind]
    await run(clear)
    return found
  }
  // A minute before the end of the time, a minute after it, and elsewhere.
  expect([
    await made(home, '-1 minute'),
    await made(home, '1 minute'),
    await made(ELSEWHERE, '-1 minute'),
    (await waits())[kind],
  ]).toEqual([1, 0, 0, 0])
})

test('a review that is closed, a guest who has left, and a person who was removed wait no longer', async () => {
  await become('owner')
  await write(
    `insert into reviews.reviews (tenant_id, name, due_on, scope, covers_roles, covers_spaces, state)
     select id, 'Q4', current_date - 9, 'people', true, false, 'closed' from tenants where is_default`,
  )
  await write(
    `insert into authz.guests (tenant_id, user_id, ends_at, ended_at) select id, $1, now() + interval '1 day', now() from tenants where is_default`,
    [idOf(other)],
  )
  await write(
    `insert into enterprise_user_roles (user_id, tenant_id, role, expires_at) select $1, id, 'analyst', now() + interval '1 day' from tenants where is_default`,
    [idOf(other)],
  )
  expect(await waits()).toMatchObject({ reviews: 0, guests: 0, roles: 1 })
  await write('insert into former_members (user_id, tenant_id) select $1, id from tenants where is_default', [
    idOf(other),
  ])
  expect(await waits()).toMatchObject({ roles: 0 })
  for (const table of ['reviews.reviews', 'authz.guests', 'former_members']) await write(`delete from ${table}`)
  await run(`delete from enterprise_user_roles where role = 'analyst'`)
})

test('people whom the provider made wait until they have keys, and not while they may not sign in', async () => {
  await become('owner')
  expect((await waits())['keys']).toBe(0)
  await write(
    `insert into scim.accounts (user_id, tenant_id, user_name) select $1, id, 'other' from tenants where is_default`,
    [idOf(other)],
  )
  expect((await waits())['keys']).toBe(1)
  await run(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [idOf(other)])
  expect((await waits())['keys']).toBe(0)
  await run('update auth.users set banned_until = null where id = $1', [idOf(other)])
  await write(
    `insert into user_key_bundles (user_id, tenant_id, statement, signature) select $1, id, 's', 's' from tenants where is_default`,
    [idOf(other)],
  )
  expect((await waits())['keys']).toBe(0)
  await write('delete from user_key_bundles')
  await write('delete from scim.accounts')
})

test('storage is near its limit from nine tenths on, of the own limit or that of the plan', async () => {
  await become('owner')
  const near = async () => (await waits())['storage']
  await run('insert into storage.usage (owner, bytes, files) values ($1, 899, 1)', [idOf(other)])
  await write(
    `insert into storage.personal_quotas (user_id, tenant_id, bytes) select $1, id, 1000 from tenants where is_default`,
    [idOf(other)],
  )
  expect(await near()).toBe(0)
  // Not folded into the sums yet.
  await run('insert into storage.usage_changes (owner, bytes, files) values ($1, 1, 1)', [idOf(other)])
  expect(await near()).toBe(1)
  await write('delete from storage.personal_quotas')
  expect(await near()).toBe(0)
  await run(`update storage.quota_settings set limits = limits || '{"free": 1000}'`)
  expect(await near()).toBe(1)
  // One with a subscription has the limit of that.
  await write(
    `insert into subscriptions (id, user_id, provider, plan, status, current_period_end, sync_order)
     select 'test', $1, 'sandbox', 'guardian', 'active', now() + interval '1 day', 1`,
    [idOf(other)],
  )
  await run(`update storage.quota_settings set provider = 'sandbox', limits = limits || '{"guardian": 2000}'`)
  expect(await near()).toBe(0)
})

test('a server that is there and has less than a tenth of its disk waits for who runs it', async () => {
  await become('super_admin')
  const add = (seen: string, free: number) =>
    run(
      `insert into meta.nodes (id, name, role, version, pools, seen_at, disk_free_bytes, disk_bytes)
       values (gen_random_uuid(), 'node', 'all', '1', '[]', now() - $1::interval, $2, 1000)`,
      [seen, free],
    )
  await run('update meta.nodes set disk_free_bytes = disk_bytes')
  await add('0', 100)
  await add('1 hour', 10)
  expect((await waits())['disks']).toBe(0)
  await add('0', 99)
  expect((await waits())['disks']).toBe(1)
  await run(`delete from meta.nodes where name = 'node'`)
})

test('witnesses who have not signed for an hour are told of, for people who manage security', async () => {
  await become('security_admin')
  expect((await waits())['unwitnessed']).toBeNull()
  await run(`insert into ledger.logs (kind, origin, size) values ('anchor', 'test/anchor', 1) on conflict do nothing`)
  const shown = (age: string) =>
    run(
      `insert into ledger.shown (log_id, size, witnessed_at)
       select id, 1, now() - $1::interval from ledger.logs where kind = 'anchor' and ended_at is null
       on conflict (log_id) do update set witnessed_at = excluded.witnessed_at`,
      [age],
    )
  await shown('50 minutes')
  expect((await waits())['unwitnessed']).toBeNull()
  await shown('3 hours 5 minutes')
  expect((await waits())['unwitnessed']).toBe(3)
  await become('owner')
  await run(`update enterprise_user_roles set role = 'billing_admin' where user_id = $1`, [idOf(person)])
  expect((await waits())['unwitnessed']).toBeNull()
})

test('the course of incidents says how many were open at the end of each day', async () => {
  await become('owner')
  await run(
    `insert into threat_incidents (tenant_id, detector, risk, subject, state, opened_at, resolved_at)
     select t.id, (select name from threats.detectors limit 1), 'high', opened || ' ' || coalesce(closed, 0), case when closed is null then 'open' else 'resolved' end,
            date_trunc('day', now(), 'UTC') - make_interval(days => opened) + interval '1 hour',
            date_trunc('day', now(), 'UTC') - make_interval(days => closed) + interval '2 hours'
     from tenants t cross join (values (20, null), (20, 14), (20, 3), (5, 5), (4, 2)) as i (opened, closed)
     where t.is_default`,
  )
  const { incidents } = await overview()
  expect(incidents).toMatchObject({ open: 1, course: [2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1] })
})

test('the ledger counts the events of each day by its signed heads', async () => {
  await become('owner')
  await run(
    `insert into ledger.logs (kind, tenant_id, origin, size) select 'organisation', id, 'test/own', 50
     from tenants where is_default on conflict do nothing`,
  )
  await write(`delete from ledger.checkpoints`)
  const at = (size: number, days: number, hours: number) =>
    run(
      `insert into ledger.checkpoints (log_id, size, root, note, signed_at)
       select id, $1, decode(repeat('00', 32), 'hex'), 'a note', date_trunc('day', now(), 'UTC') - make_interval(days => $2) + make_interval(hours => $3)
       from ledger.logs where kind = 'organisation' and ended_at is null and tenant_id = (select id from tenants where is_default)`,
      [size, days, hours],
    )
  await at(10, 20, 1)
  await at(14, 13, 1)
  await at(20, 6, 1)
  await at(25, 6, 5)
  await at(26, 0, 0)
  expect((await overview())['ledger']).toMatchObject({
    size: 26,
    grown: [4, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 1],
  })
})
