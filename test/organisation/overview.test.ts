import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, type Role, allows, entersAdmin } from '#contract/permissions.ts'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await startServer()
  person = await signedInPerson(server)
})
afterAll(() => server.stop())

const run = (text: string, values: unknown[] = []) => server.database.owner<{ id: string }>(text, values)

/** Writes a row past triggers and foreign keys. */
const write = (text: string, values: unknown[]) =>
  server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'` })
    await db.query({ text, values })
  })

async function become(role: Role): Promise<void> {
  await run('delete from enterprise_user_roles where user_id = $1', [person.session.user.id])
  await run(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, $2 from tenants where is_default',
    [person.session.user.id, role],
  )
}

async function read(name: 'organisation_overview' | 'organisation_waits') {
  const { data, error } = await person.client.rpc(name)
  if (error && error.code !== '42501') throw new Error(JSON.stringify(error))
  return { data: data as Record<string, unknown> | null, code: error?.code }
}

const addEvents = (count: number, kind: string, daysBack: number, tenant = 'is_default') =>
  run(
    `insert into system_audit_log (tenant_id, event_type, event_category, action, created_at)
     select t.id, $1, 'auth', 'test', now() - make_interval(days => $2) from tenants t, generate_series(1, $3) where ${tenant}`,
    [kind, daysBack, count],
  )

test.each(ROLES)('%s reads of the overview what the role allows', async (role) => {
  await become(role)
  const overview = await read('organisation_overview')
  const waits = await read('organisation_waits')
  if (!entersAdmin([role])) {
    expect([overview.code, waits.code]).toEqual(['42501', '42501'])
    return
  }
  const shown = (value: unknown) => typeof value === 'number' || Array.isArray(value)
  const mayReadSecurity = allows([role], 'manage_security')
  expect(overview.data).toMatchObject({ people: 1, tier: 'enterprise' })
  const ofSecurity = ['signed_in', 'refused', 'detected', 'incidents']
  expect(ofSecurity.filter((part) => overview.data?.[part] !== null)).toEqual(mayReadSecurity ? ofSecurity : [])
  expect(shown(waits.data?.['incidents'])).toBe(mayReadSecurity)
  expect(shown(waits.data?.['invitations'])).toBe(allows([role], 'manage_users'))
  expect(shown(waits.data?.['certificates'])).toBe(allows([role], 'manage_compliance'))
  expect(shown(waits.data?.['checks'])).toBe(allows([role], 'run_tests'))
})

test('nobody reads it with a role that has run out, without the second factor of the account, or signed out', async () => {
  await become('owner')
  await run(`update enterprise_user_roles set expires_at = now() - interval '1 minute' where user_id = $1`, [
    person.session.user.id,
  ])
  expect((await read('organisation_overview')).code).toBe('42501')
  expect((await read('organisation_waits')).code).toBe('42501')

  await become('owner')
  await run(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed) values (gen_random_uuid(), $1, 'totp', 'verified', '\\x00')`,
    [person.session.user.id],
  )
  expect((await read('organisation_overview')).code).toBe('42501')
  expect((await read('organisation_waits')).code).toBe('42501')
  await run('delete from auth.mfa_factors where user_id = $1', [person.session.user.id])
  expect((await read('organisation_overview')).data).not.toBeNull()

  for (const name of ['organisation_overview', 'organisation_waits'])
    expect((await server.client().rpc(name)).error?.code, name).toBe('42501')
})

test('events count on their own day, of the own organisation, and for fourteen days', async () => {
  await become('owner')
  await run(`insert into tenants (name) values ('Elsewhere')`)
  const before = (await read('organisation_overview')).data?.['stored'] as number[]
  await addEvents(2, 'file_records.insert', 0)
  await addEvents(3, 'file_records.insert', 5)
  await addEvents(4, 'file_records.insert', 14)
  await addEvents(5, 'file_records.insert', 0, `name = 'Elsewhere'`)

  const after = (await read('organisation_overview')).data?.['stored'] as number[]
  expect(before).toHaveLength(14)
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2])
})

test('people count once, active ones by their last use, and those without a vault apart', async () => {
  await become('owner')
  const idle = await signedInPerson(server)
  expect((await read('organisation_overview')).data).toMatchObject({ people: 2, active: 2, without_vault: 2 })
  await run(`update auth.users set last_sign_in_at = now() - interval '31 days' where id = $1`, [idle.session.user.id])
  await run(`update auth.sessions set refreshed_at = now() - interval '31 days' where user_id = $1`, [
    idle.session.user.id,
  ])
  expect((await read('organisation_overview')).data).toMatchObject({ people: 2, active: 1 })
})

test('who was there in the last 30 days counts, also once their session has ended', async () => {
  await become('owner')
  const gone = await signedInPerson(server)
  const { id } = gone.session.user
  const active = async () => (await read('organisation_overview')).data?.['active'] as number
  const before = await active()
  const lastSeen = async () => {
    const { rows } = await server.database.owner<{ at: string }>(
      `select to_char(last_active_at, 'YYYY-MM-DD') as at from authz.everybody where id = $1`,
      [id],
    )
    return rows[0]?.at
  }
  await run(`update auth.users set last_sign_in_at = now() - interval '40 days' where id = $1`, [id])
  await run(`update auth.sessions set refreshed_at = now() - interval '10 days' where user_id = $1`, [id])
  const seen = await lastSeen()
  expect((await gone.client.auth.signOut()).error).toBeNull()
  expect((await server.database.owner('select from auth.sessions where user_id = $1', [id])).rowCount).toBe(0)
  expect([await active(), await lastSeen()]).toEqual([before, seen])
  const { data } = await person.client.rpc('team_members')
  const listed = data as { user_id: string; last_active_at: string }[]
  expect(listed.find((one) => one.user_id === id)?.last_active_at).toContain(seen)
  await run(`update auth.last_uses set at = at - interval '21 days' where user_id = $1`, [id])
  expect(await active()).toBe(before - 1)
})

test('an account whose sessions end with it leaves nothing of its uses', async () => {
  const gone = await signedInPerson(server)
  const { id } = gone.session.user
  await run('delete from auth.users where id = $1', [id])
  expect((await server.database.owner('select from auth.last_uses where user_id = $1', [id])).rowCount).toBe(0)
})

test('what is stored, open incidents and the signed head of the ledger are those of the own organisation', async () => {
  await become('owner')
  const elsewhere = await signedInPerson(server)
  await run(`insert into tenants (name) values ('Abroad')`)
  await run(`update profiles set tenant_id = (select id from tenants where name = 'Abroad') where user_id = $1`, [
    elsewhere.session.user.id,
  ])
  for (const [who, bytes] of [
    [person, 700],
    [elsewhere, 900],
  ] as const)
    await run(`insert into storage.usage (owner, bytes, files) values ($1, $2, 3)`, [who.session.user.id, bytes])
  await run(
    `insert into threat_incidents (tenant_id, detector, risk, subject, state, opened_at, resolved_at)
     select t.id, (select name from threats.detectors limit 1), 'high', state || days, state, now() - make_interval(days => days),
            case when state = 'resolved' then now() end
     from tenants t cross join (values ('open', 20), ('open', 1), ('resolved', 2), ('resolved', 20)) as i (state, days)
     where t.is_default or t.name = 'Abroad'`,
  )
  const { data } = await read('organisation_overview')
  expect(data).toMatchObject({ storage: { bytes: 700, contents: 3 }, incidents: { open: 2, opened: 2 } })

  expect((data?.['ledger'] as { size: number } | null)?.size ?? 0).toBe(0)
  // Each organisation has a log of its own; the other's head is higher.
  await run(
    `insert into ledger.logs (kind, tenant_id, origin, size) select 'organisation', id, 'test/' || id, 1000
     from tenants where is_default or name = 'Abroad' on conflict do nothing`,
  )
  const heads = `insert into ledger.checkpoints (log_id, size, root, note)
                 select l.id, case when t.is_default then 7 else 900 end, decode(repeat('00', 32), 'hex'), 'a note'
                 from ledger.logs l join tenants t on t.id = l.tenant_id where l.ended_at is null`
  expect((await server.database.owner(heads)).rowCount).toBeGreaterThan(1)
  expect((await read('organisation_overview')).data?.['ledger']).toMatchObject({ size: 7 })
  await run(`delete from threat_incidents`)
})

test('what was stored since the sums were folded is in the figures of both pages', async () => {
  await become('super_admin')
  const bytes = async () => {
    const { storage } = (await read('organisation_overview')).data as { storage: { bytes: number } }
    const { data } = await person.client.rpc('list_tenants')
    return [
      storage.bytes,
      ...(data as { is_operator: boolean; bytes: number }[]).filter((one) => one.is_operator).map((one) => one.bytes),
    ]
  }
  const [before = 0] = await bytes()
  await run('insert into storage.usage_changes (owner, bytes, files) values ($1, 1234, 1)', [person.session.user.id])
  expect(await bytes()).toEqual([before + 1234, before + 1234])
})

test('what waits is counted until it is settled', async () => {
  await become('owner')
  expect((await read('organisation_waits')).data).toMatchObject({
    incidents: 0,
    streams: 0,
    recoveries: 0,
    invitations: 0,
  })
  await run(
    `insert into invitations (tenant_id, email, role, expires_at)
     select id, $1, 'member', now() - interval '1 minute' from tenants where is_default`,
    [newEmail()],
  )
  await run(
    `insert into threat_incidents (tenant_id, detector, risk, subject)
     select id, 'canary', 'high', 'test' from tenants where is_default`,
  )
  await run(
    `insert into event_streams (id, tenant_id, name, kind, address, format)
     select gen_random_uuid(), id, 'test', 'webhook', 'https://example.org', 'json' from tenants where is_default`,
  )
  await run('insert into streams.states (stream_id, failing_since) select id, now() from event_streams')
  await run(
    `insert into certifications (name, recorded_status, valid_until) values ('test', 'Certified', current_date - 2)`,
  )
  expect((await read('organisation_waits')).data).toMatchObject({
    incidents: 1,
    invitations: 1,
    streams: 1,
    certificates: 1,
  })
  await run('update event_streams set paused_at = now()')
  await run(`update threat_incidents set state = 'resolved', resolved_at = now()`)
  await run('delete from invitations')
  await run(`update certifications set valid_until = current_date + 2 where name = 'test'`)
  expect((await read('organisation_waits')).data).toMatchObject({
    incidents: 0,
    invitations: 0,
    streams: 0,
    certificates: 0,
  })
})

type Made = { status?: string; category?: string }
/** @param category of a run of its checks alone */
const addRun = (minutesAgo: number, failed: number, { status = 'completed', category }: Made = {}) =>
  run(
    `with made as (
       insert into checks.runs (name, status, cause, build, version, total_tests, started_at, categories)
       values ('test', $3, 'schedule', 'test', '0', 90, now() - make_interval(mins => $1), case when $4::text is not null then array[$4] end)
       returning id
     )
     insert into checks.results (run_id, check_id, name, category, severity, status)
     select id, coalesce($4, 'security') || n, 'test', coalesce($4, 'security'), 'high', case when n <= $2 then 'failed' else 'passed' end
     from made, generate_series(1, 5) as n`,
    [minutesAgo, failed, status, category ?? null],
  )

test('checks that failed wait until a later run is without them; one that was cancelled says nothing', async () => {
  await become('owner')
  const waiting = async () => (await read('organisation_waits')).data?.['checks']
  expect(await waiting()).toBe(0)
  await addRun(30, 2)
  expect(await waiting()).toBe(2)
  await addRun(20, 0, { status: 'cancelled' })
  expect(await waiting()).toBe(2)
  await addRun(10, 0)
  expect(await waiting()).toBe(0)
})

test('a run of one category settles what failed in it, and nothing else', async () => {
  await become('owner')
  await run('delete from checks.runs')
  const waiting = async () => (await read('organisation_waits')).data?.['checks']
  // A check of an older version is in no whole run since.
  await addRun(40, 1, { category: 'docs' })
  await addRun(30, 2)
  expect(await waiting()).toBe(2)
  await addRun(20, 0, { category: 'email' })
  expect(await waiting()).toBe(2)
  await addRun(15, 1, { category: 'email' })
  expect(await waiting()).toBe(3)
  await addRun(10, 0, { category: 'security' })
  expect(await waiting()).toBe(1)
})

test('who asks to be let back in waits for those who hold a part, and for nobody else', async () => {
  await become('security_admin')
  const waiting = async () => (await read('organisation_waits')).data?.['recoveries']
  const lost = await signedInPerson(server)
  const asks = lost.session.user.id
  await write(
    `insert into recovery_requests (id, user_id, public_key, revision, threshold) values (gen_random_uuid(), $1, repeat('k', 1622), 1, 2)`,
    [asks],
  )
  expect(await waiting()).toBe(0)
  await write(`insert into recovery_shares (user_id, holder_id, sealed_share, wrapped_key) values ($1, $2, 's', 'w')`, [
    asks,
    person.session.user.id,
  ])
  expect(await waiting()).toBe(1)
  await run(`update recovery_requests set expires_at = now() - interval '1 second' where user_id = $1`, [asks])
  expect(await waiting()).toBe(0)
})
