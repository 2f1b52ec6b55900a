/** Break-glass: who runs the installation enters the panel of another organisation, for a while and from one session. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { isReachedByEntry } from '#contract/organisation/entry-reach.ts'
import { ENTRY_HEADER } from '#contract/organisation/tenant-life.ts'
import { PASSWORD, type Person } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { routesOf } from '../support/server/routes.ts'
import { type Decision, type Fresh } from '../fresh/decision.ts'
import { FUNCTIONS } from '../fresh/functions.ts'
import { ROUTES } from '../fresh/routes.ts'
import { ROUTES_OF_WIRE } from '../fresh/routes-of-wire.ts'
import { TABLES } from '../fresh/tables.ts'
import {
  call,
  eventsOf,
  member,
  type Organisation,
  organisation,
  other,
  root,
  run,
  server,
  stageTenants,
} from './life-stage.ts'
import { HOME, PANEL, REACHED } from './entry-catalogue.ts'

stageTenants()

const WEB = path.resolve(import.meta.dirname, '../../web')

let theirs: Organisation
beforeEach(async () => {
  await run('delete from tenancy.entries')
  theirs = await organisation()
})

const REASON = 'Ticket 4711: nobody can be invited'
const enter = (tenant: string, person = root, body: object = { minutes: 15, reason: REASON }) =>
  call(person, `POST /organisations/${tenant}/entries`, body)
const entered = async (tenant = theirs.id): Promise<string> => {
  const answer = await enter(tenant)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  return String(answer.body['id'])
}

type Asked = { status: number; code: string | undefined; body: unknown }
/** A request that names an entry, if one is given. */
async function ask(
  line: string,
  entry?: string,
  { person = root, body }: { person?: Person; body?: unknown } = {},
): Promise<Asked> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      ...(entry !== undefined && { [ENTRY_HEADER]: entry }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const read: unknown = text === '' ? null : JSON.parse(text)
  return { status: answer.status, code: (read as { code?: string } | null)?.code, body: read }
}
const NAME = 'POST /rest/v1/rpc/organisation_name'
const nameIn = async (entry?: string, person = root) => (await ask(NAME, entry, { person, body: {} })).body
const ROLES = 'POST /rest/v1/rpc/get_user_roles'

test('a request that names it acts in the entered organisation with the role admin, and any other in the own one', async () => {
  const own = await nameIn()
  const entry = await entered()
  expect(await nameIn(entry)).toBe('Example & Sons')
  expect(await nameIn()).toBe(own)
  expect((await ask(ROLES, entry, { body: {} })).body).toEqual([{ role: 'admin' }])
  const people = (await ask('POST /rest/v1/rpc/team_members', entry, { body: {} })).body as { email: string }[]
  expect(people.map(({ email }) => email)).toEqual([theirs.owner.email])
  expect((await ask('GET /reviews/v1/reviews', entry)).status).toBe(200)
})

test('only who runs the installation enters, with a reason and minutes of the list, after a fresh sign-in', async () => {
  expect((await enter(theirs.id, other)).status).toBe(403)
  expect((await enter(theirs.id, theirs.owner)).status).toBe(403)
  expect((await enter(theirs.id, root, { minutes: 45, reason: REASON })).status).toBe(400)
  expect((await enter(theirs.id, root, { minutes: 15, reason: '  ' })).status).toBe(400)
  const email = root.email
  const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
  const session = data.session ?? root.session
  await ageRows(
    server.database,
    { table: 'auth.sessions', where: 'id = $1', values: [sessionOf(session.access_token)] },
    '16 minutes',
  )
  expect((await enter(theirs.id, { ...root, session })).body).toMatchObject({ code: 'reauthentication_needed' })
})

test('twice at once, into the own organisation, and into one that is gone, are refused', async () => {
  const second = await organisation('Second')
  const entry = await entered()
  expect((await enter(second.id)).body).toMatchObject({ code: 'already_entered' })
  expect((await enter(theirs.id)).body).toMatchObject({ code: 'already_entered' })
  expect((await call(root, `POST /entries/${entry}/leave`)).status).toBe(204)
  const [{ id: own } = { id: '' }] = await run<{ id: string }>('select id from tenants where is_default')
  expect((await enter(own)).body).toMatchObject({ code: 'tenant_changed' })
  await run(`update tenants set status = 'deleted' where id = $1`, [second.id])
  expect((await enter(second.id)).body).toMatchObject({ code: 'tenant_changed' })
})

test('it ends by a button, by time, with the session, with the role, and with the organisation', async () => {
  const expectEnded = async (entry: string) =>
    expect(await ask(NAME, entry, { body: {} })).toMatchObject({ status: 403, code: 'entry_ended' })
  const left = await entered()
  expect((await call(root, `POST /entries/${left}/leave`)).status).toBe(204)
  await expectEnded(left)
  expect((await call(root, `POST /entries/${left}/leave`)).body).toMatchObject({ code: 'tenant_changed' })

  const late = await entered()
  await run(
    `update tenancy.entries set began_at = began_at - interval '15 minutes', ends_at = ends_at - interval '14 minutes 58 seconds' where id = $1`,
    [late],
  )
  expect(await nameIn(late)).toBe('Example & Sons')
  await run(`update tenancy.entries set ends_at = ends_at - interval '3 seconds' where id = $1`, [late])
  await expectEnded(late)

  const fired = await entered()
  await run(`update enterprise_user_roles set expires_at = now() where user_id = $1 and role = 'super_admin'`, [
    root.session.user.id,
  ])
  await expectEnded(fired)
  await run(`update enterprise_user_roles set expires_at = null where user_id = $1 and role = 'super_admin'`, [
    root.session.user.id,
  ])
  await run(`update tenants set status = 'deleted' where id = $1`, [theirs.id])
  await expectEnded(fired)
  await run(`update tenants set status = 'active' where id = $1`, [theirs.id])
  expect(await nameIn(fired)).toBe('Example & Sons')

  await run('select tenancy.end_entries()')
  expect(await eventsOf(theirs.id, 'tenant.entry_ended')).toMatchObject([
    { details: { ending: 'left', break_glass: left } },
    { details: { ending: 'time', break_glass: late } },
  ])
})

test('it is of one session: not of another of the same person, nor of anybody who has its number', async () => {
  const entry = await entered()
  const { data } = await server.client().auth.signInWithPassword({ email: root.email, password: PASSWORD })
  const second = { ...root, session: data.session ?? root.session }
  expect(await ask(NAME, entry, { person: second, body: {} })).toMatchObject({ status: 403, code: 'entry_ended' })
  expect(await ask(NAME, entry, { person: other, body: {} })).toMatchObject({ status: 403, code: 'entry_ended' })
  expect(await ask(NAME, 'x', { body: {} })).toMatchObject({ status: 403, code: 'entry_ended' })
  expect((await call(second, 'GET /own/entry')).body).toEqual({ entry: null })
  expect((await call(root, 'GET /own/entry')).body['entry']).toMatchObject({
    id: entry,
    name: 'Example & Sons',
    reason: REASON,
  })
  expect((await call(other, `POST /entries/${entry}/leave`)).body).toMatchObject({ code: 'tenant_changed' })

  await run('update tenancy.entries set session_id = $2 where id = $1', [entry, sessionOf(second.session.access_token)])
  expect(await nameIn(entry, second)).toBe('Example & Sons')
  await second.client.auth.admin.signOut(second.session.access_token, 'local')
  await run('select tenancy.end_entries()')
  expect(await run('select ending from tenancy.entries where id = $1', [entry])).toEqual([{ ending: 'session' }])
})

test('owners are mailed at once, get a notice, and see who is in; others do not', async () => {
  const colleague = await member(theirs.id, 'member')
  const entry = await entered()
  const mail = await server.mailbox.next(theirs.owner.email)
  expect(mail.subject).toBe('The operator has entered your organisation')
  expect(mail.text).toContain(root.email)
  expect(mail.text).toContain(REASON)
  expect((await ask('GET /rest/v1/notifications?select=kind', undefined, { person: theirs.owner })).body).toEqual([
    { kind: 'organisation_entered' },
  ])
  expect((await call(theirs.owner, 'GET /own/guests')).body['entries']).toMatchObject([
    { id: entry, asker: root.email, reason: REASON },
  ])
  expect((await call(colleague, 'GET /own/guests')).body['entries']).toEqual([])
  expect((await call(other, 'GET /own/guests')).body['entries']).toEqual([])
  expect(await eventsOf(theirs.id, 'tenant.entered')).toMatchObject([
    { user_id: root.session.user.id, risk_level: 'critical', details: { break_glass: entry, reason: REASON } },
  ])
})

test('what is changed is in the log of the entered organisation, with the person and the entry', async () => {
  const entry = await entered()
  const made = await ask('POST /growth/v1/audiences', entry, { body: { name: 'Customers', rules: {} } })
  expect(made.status).toBe(201)
  expect(await eventsOf(theirs.id, 'growth_audiences.insert')).toMatchObject([
    { user_id: root.session.user.id, details: { break_glass: entry } },
  ])
  expect((await ask('GET /growth/v1/audiences', entry)).body).toMatchObject({ audiences: [{ name: 'Customers' }] })
  const claims = { sub: root.session.user.id, session_id: sessionOf(root.session.access_token), entry }
  await server.database.asOwner(async (db) => {
    await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values: [JSON.stringify(claims)] })
    await db.query({
      text: `select audit.record('example.read', 'data_access', $1, 'read', 'success', 'low', '{}')`,
      values: [claims.sub],
    })
  })
  expect(await eventsOf(theirs.id, 'example.read')).toMatchObject([{ details: { break_glass: entry } }])
  const log = (await ask('POST /rest/v1/rpc/audit_people', undefined, { person: theirs.owner, body: {} })).body
  expect(log).toContainEqual({ user_id: root.session.user.id, name: null, email: root.email })
})

test('of roles, only those of the entered organisation are read', async () => {
  const entry = await entered()
  const rows = (await ask('GET /rest/v1/enterprise_user_roles?select=tenant_id', entry)).body as { tenant_id: string }[]
  expect([...new Set(rows.map(({ tenant_id: tenant }) => tenant))]).toEqual([theirs.id])
})

test('without the server’s list, the database gives nothing of the vault to the entered organisation', async () => {
  const entry = await entered()
  const claims = { sub: root.session.user.id, session_id: sessionOf(root.session.access_token), entry }
  const asRoot = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    server.database.oneAsCaller<Row>(
      { role: 'authenticated', claims: { ...claims, role: 'authenticated', exp: 0 } },
      { text, values },
    )
  expect((await asRoot('select authz.tenant() as inside, authz.home() as home')).rows[0]).not.toMatchObject({
    home: theirs.id,
  })
  expect((await asRoot('select authz.tenant() as inside')).rows).toEqual([{ inside: theirs.id }])
  await expect(
    asRoot(`insert into tags (user_id, tenant_id, name_encrypted) values ($1, $2, 'A')`, [claims.sub, theirs.id]),
  ).rejects.toThrow(/row-level security|column/)
  expect((await asRoot(`select authz.allows('manage_tenants', authz.operator()) as may`)).rows).toEqual([
    { may: false },
  ])
  expect((await asRoot('select is_colleague($1) as is', [theirs.owner.session.user.id])).rows).toEqual([{ is: false }])
  await expect(asRoot('select authz.require_fresh()')).rejects.toMatchObject({ code: 'QS480' })
})

const isFresh = (entry: [string, Decision]): entry is [string, Fresh] => typeof entry[1] !== 'string'

describe('what is fresh', () => {
  let entry: string
  beforeEach(async () => {
    entry = await entered()
  })

  test('is refused to an entry, function by function, route by route', async () => {
    const lines = [
      ...Object.entries(FUNCTIONS)
        .filter(isFresh)
        .map(([name, { body }]) => ({ line: `POST /rest/v1/rpc/${name.replace(/\(.*/, '')}`, body: body?.() ?? {} })),
      ...Object.entries({ ...ROUTES, ...ROUTES_OF_WIRE })
        .filter(isFresh)
        .map(([line, { body }]) => ({
          line: line.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
          body: body?.() ?? {},
        })),
      ...Object.entries(TABLES)
        .filter(isFresh)
        .map(([name]) => ({ line: `PATCH /rest/v1/${name.split(' ')[0]?.split('.')[1]}?limit=1`, body: {} })),
    ]
    expect(lines.length).toBeGreaterThan(60)
    const done: string[] = []
    for (const { line, body } of lines) {
      const { status, code } = await ask(line, entry, { body })
      // Refused by the table where it is a route, so that a screen knows and offers nothing.
      if (!line.includes('/rest/v1/') && code !== 'not_by_entry') done.push(`${line} ${code}`)
      if (status !== 403 || (code !== 'not_by_entry' && code !== 'QS480')) done.push(`${line} ${status} ${code}`)
    }
    expect(done).toEqual([])
  })
})

const API = /\/v\d(\/|$)|^\/compliance\//
const allRoutes = () =>
  routesOf(server.app).flatMap(({ path, methods }) =>
    methods.filter((one) => !['HEAD', 'OPTIONS'].includes(one)).map((method) => ({ method, url: path })),
  )
test('every route that an entry reaches is in the list', () => {
  const reached = allRoutes().filter(
    ({ method, url }) => API.test(url) && isReachedByEntry({ method, url, name: undefined }),
  )
  expect([...new Set(reached.map(({ method, url }) => `${method} ${url.replace(/\/$/, '')}`))].toSorted()).toEqual(
    [...REACHED].toSorted(),
  )
})

test('what screens ask about is a route or a function of the server, and refused to an entry', async () => {
  const files = (await readdir(WEB, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(WEB, name), 'utf8')))
  const asked = texts.flatMap((text) =>
    [...text.matchAll(/<Reached(?:Fields)?\s+line="([^"]+)"/g)].map(([, line = '']) => line),
  )
  expect(asked.length).toBeGreaterThan(25)
  const known = new Set(allRoutes().map(({ method, url }) => `${method} ${url.replace(/\/$/, '')}`))
  const functions = new Set(
    (await run<{ name: string }>('select proname as name from pg_proc')).map(({ name }) => name),
  )
  const isKnown = (line: string) =>
    known.has(line) || functions.has(/^POST \/rest\/v1\/rpc\/(\w+)$/.exec(line)?.[1] ?? '')
  expect(asked.filter((line) => !isKnown(line))).toEqual([])
  const isReached = (line: string) => {
    const [method = '', url = ''] = line.split(' ')
    return isReachedByEntry({ method, url, name: undefined })
  }
  expect(asked.filter(isReached)).toEqual([])
})

test('every policy and function that asks for an organisation is in the list of the one it asks for', async () => {
  const uses = async (asked: string) =>
    (
      await run<{ name: string }>(
        `select 'policy ' || p.schemaname || '.' || p.tablename || ' ' || p.policyname as name from pg_policies p
         where coalesce(p.qual, '') || coalesce(p.with_check, '') like '%' || $1 || '%'
         union all
         select 'function ' || n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where p.prosrc like '%' || $1 || '%'
         union all
         select 'column ' || d.adrelid::regclass::text from pg_attrdef d where pg_get_expr(d.adbin, d.adrelid) like '%' || $1 || '%'
         union all
         select 'view ' || v.schemaname || '.' || v.viewname from pg_views v where v.definition like '%' || $1 || '%'`,
        [asked],
      )
    ).map(({ name }) => name)
  expect((await uses('authz.tenant()')).toSorted()).toEqual([...PANEL].toSorted())
  expect((await uses('authz.home()')).toSorted()).toEqual([...HOME].toSorted())
})

const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }).session_id
