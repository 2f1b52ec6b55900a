/** Everything that changes something is fresh, or says why not; and what is fresh is refused to an old session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '#contract/permissions.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { routesOf } from '../support/server/routes.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { storeRecords } from '../threats/records.ts'
import { type Decision, type Fresh, NOTHING } from './decision.ts'
import { FUNCTIONS } from './functions.ts'
import { REASONS_BY_BEGINNING, ROUTES as LISTED } from './routes.ts'
import { ROUTES_OF_WIRE } from './routes-of-wire.ts'
import { TABLES } from './tables.ts'

const ROUTES = { ...LISTED, ...ROUTES_OF_WIRE }

let server: TestServer
let old: Person
let fresh: Person
beforeAll(async () => {
  server = await startServer()
  old = await almighty()
  fresh = await almighty()
  await ageRows(
    server.database,
    {
      table: 'auth.sessions',
      where: 'r.user_id = $1',
      values: [old.session.user.id],
      columns: ['created_at', 'proven_at'],
    },
    '16 minutes',
  )
})
afterAll(() => server.stop())

/** Somebody with every role of the organisation that runs the installation. */
async function almighty(): Promise<Person> {
  const person = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role)
     select $1, id, role from tenants, unnest($2::text[]) as role where is_default on conflict do nothing`,
    [person.session.user.id, [...ROLES]],
  )
  return person
}

type Call = { method: string; path: string; body?: unknown }

/** The code of the refusal, `undefined` for what was not refused. */
async function refusalOf({ session }: Person, { method, path, body }: Call): Promise<string | undefined> {
  const answer = await server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${session.access_token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.ok || text === '') return undefined
  return (JSON.parse(text) as { code?: string }).code
}

const REFUSALS = ['QS403', 'reauthentication_needed']

async function expectFresh(call: Call): Promise<void> {
  expect(REFUSALS).toContain(await refusalOf(old, call))
  expect(REFUSALS).not.toContain(await refusalOf(fresh, call))
}

const isFresh = (entry: [string, Decision]): entry is [string, Fresh] => typeof entry[1] !== 'string'
const freshOf = (table: Readonly<Record<string, Decision>>) => Object.entries(table).filter(isFresh)

describe('functions', () => {
  test('all have a decision', async () => {
    const { rows } = await server.database.owner<{ name: string }>(
      `select p.oid::regprocedure::text as name
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
         and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted())
  })

  test.each(freshOf(FUNCTIONS))('%s is refused to an old session', async (name, { body }) => {
    const path = `/rest/v1/rpc/${name.replace(/\(.*/, '')}`
    await expectFresh({ method: 'POST', path, body: body?.() ?? {} })
  })
})

describe('tables and views', () => {
  const METHODS: Record<string, string> = { INSERT: 'POST', UPDATE: 'PATCH', DELETE: 'DELETE' }

  test('all that an account may write have a decision', async () => {
    const { rows } = await server.database.owner<{ name: string }>(
      `select n.nspname || '.' || c.relname || ' ' || p.what as name
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       cross join unnest(array['INSERT', 'UPDATE', 'DELETE']) as p (what)
       where c.relkind in ('r', 'p', 'v', 'f') and n.nspname !~ '^(pg_|information_schema$)'
         and exists (select from unnest(array['authenticated', 'anon']) as r (who)
                     where has_table_privilege(r.who, c.oid, p.what)
                        or p.what <> 'DELETE' and has_any_column_privilege(r.who, c.oid, p.what))`,
    )
    const decided = Object.keys(TABLES).filter((name) => name.split(' ').length === 2)
    // What has a decision for each column has one for the others as well.
    expect(rows.map(({ name }) => name).toSorted()).toEqual(decided.toSorted())
  })

  test('a decision about a column is about one that may be written', async () => {
    for (const [name] of Object.entries(TABLES)) {
      const [table = '', command = '', column] = name.split(' ')
      if (column === undefined) continue
      const { rows } = await server.database.owner<{ may: boolean }>(
        `select has_column_privilege('authenticated', $1, $2, $3) as may`,
        [table, column, command],
      )
      expect([name, rows[0]?.may]).toEqual([name, true])
    }
  })

  test.each(freshOf(TABLES))('%s is refused to an old session', async (name, { body }) => {
    const [table = '', command = ''] = name.split(' ')
    const column = table.endsWith('canaries') ? 'file_id' : table.endsWith('_settings') ? 'user_id' : 'id'
    const filter = command === 'INSERT' ? '' : `?${keyOf(table, column)}=eq.${NOTHING}`
    await expectFresh({
      method: METHODS[command] ?? '',
      path: `/rest/v1/${table.replace('public.', '')}${filter}`,
      ...(body && { body: body() }),
    })
  })
  const keyOf = (table: string, column: string) => (table.endsWith('device_codes') ? 'device_id' : column)

  test.each(['expires_at', 'max_downloads', 'handover', 'token_hash', 'kdf', 'owner_record', 'version'])(
    'the column %s of a link as well',
    async (column) => {
      const body = { [column]: null }
      await expectFresh({ method: 'PATCH', path: `/rest/v1/share_links?id=eq.${NOTHING}`, body })
    },
  )

  test('which files raise an alarm is not told to an old session', async () => {
    const list = { method: 'GET', path: '/rest/v1/canaries?select=file_id' }
    // Pictures of a list are made where nothing raises one.
    expect(await refusalOf(old, list)).toBeUndefined()
    for (const person of [old, fresh]) {
      const [file] = await storeRecords(server, person, 1)
      await server.database.owner(
        'insert into canaries (user_id, tenant_id, file_id) select user_id, tenant_id, id from file_records where id = $1',
        [file],
      )
    }
    await expectFresh(list)
  })
})

describe('routes', () => {
  const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE']
  const nameOf = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '').replaceAll(/:\w+\|/g, '') : path)

  test('all that change something have a decision', () => {
    const routes = routesOf(server.app).flatMap(({ path, methods }) =>
      methods.filter((one) => CHANGING.includes(one)).map((method) => `${method} ${nameOf(path)}`),
    )
    const without = routes.filter((line) => {
      const [, path = ''] = line.split(' ')
      return !(line in ROUTES) && !Object.keys(REASONS_BY_BEGINNING).some((one) => path.startsWith(one))
    })
    expect(without).toEqual([])
    expect(Object.keys(ROUTES).filter((line) => !routes.includes(line))).toEqual([])
  })

  test.each(freshOf(ROUTES))('%s is refused to an old session', async (line, { body }) => {
    const [method = '', path = ''] = line.split(' ')
    await expectFresh({ method, path: path.replaceAll(/:[a-z_]+/gi, NOTHING), ...(body && { body: body() }) })
  })

  test('changing a receiver of events as well', async () => {
    const body = { name: 'A', address: 'https://1.1.1.1/', format: 'json', categories: [], least_risk: 'low', ca: null }
    const made = await server.fetch('/streams/v1', {
      method: 'POST',
      headers: { authorization: `Bearer ${fresh.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, kind: 'webhook', from: 'now' }),
    })
    const { id } = (await made.json()) as { id: string }
    await expectFresh({ method: 'PUT', path: `/streams/v1/${id}`, body })
  })

  test('ending all sessions but this one is refused to an old session', async () => {
    await expectFresh({ method: 'POST', path: '/auth/v1/logout?scope=others' })
  })
})
