import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LARGEST_FILE_BYTES, SEGMENT_HASHES_LENGTH } from '#contract/limits.ts'
import { FLOE, segmentCount } from '#crypto/index.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from './support/server/test-database.ts'
import { UNCOUNTED } from './uncounted-tables.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

async function newAccount(name: string): Promise<string> {
  const { rows } = await database.owner<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [`${name}@example.test`],
  )
  return rows[0]!.id
}

const WRITABLE = `c.relkind in ('r', 'p') and n.nspname in ('public', 'storage')
  and (has_table_privilege('authenticated', c.oid, $1) or has_any_column_privilege('authenticated', c.oid, $1))`

// Every table, not only those that the API roles may write: functions and services insert for people too.
test('every table has a limit: its rows are counted, one for each person, or kept down by something else', async () => {
  const { rows } = await database.owner<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$|graphile_worker$)'
       and not exists (select from pg_trigger t
                       where t.tgrelid = c.oid and t.tgname = c.relname || '_limit'
                         and t.tgfoid in ('authz.limit_rows'::regproc, 'authz.limit_bytes'::regproc))
       -- One row a person.
       and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
                       where k.conrelid = c.oid and k.contype = 'p' and cardinality(k.conkey) = 1 and a.attname = 'user_id')`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.values(UNCOUNTED).flat().toSorted())
})

test('and so long: every text they write has a limit', async () => {
  const columns = new Set<string>()
  for (const command of ['insert', 'update']) {
    const { rows } = await database.owner<{ name: string }>(
      `select n.nspname || '.' || c.relname || '.' || a.attname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where ${WRITABLE} and has_column_privilege('authenticated', c.oid, a.attnum, $1)
         and format_type(a.atttypid, null) in ('text', 'jsonb', 'json', 'bytea', 'text[]', 'character varying')
         and not exists (
           select from pg_constraint k
           where k.conrelid = c.oid and (k.contype = 'f' and a.attnum = any (k.conkey)
             or k.contype = 'c'
               and a.attnum = any (k.conkey)
               and pg_get_constraintdef(k.oid) ~ '(length\\(|pg_column_size\\(| ~ | = ANY| = '')'))`,
      [command],
    )
    for (const { name } of rows) columns.add(name)
  }
  expect([...columns]).toEqual([])
})

test('a person who has as many as there may be gets no more', async () => {
  const me = await newAccount('many')
  const add = (count: number) =>
    database.owner(
      `insert into public.tags (user_id, tenant_id, name)
       select $1, (select tenant_id from public.profiles where user_id = $1), 'x' from generate_series(1, $2)`,
      [me, count],
    )
  await add(2000)
  await expect(add(1)).rejects.toThrow('2000 at most')
})

describe('statements, which functions store', () => {
  async function newSpaces(count: number): Promise<string[]> {
    const { rows } = await database.owner<{ id: string }>(
      `insert into public.spaces (tenant_id, owner_id, kind)
       select (select id from public.tenants where is_default), null, 'team' from generate_series(1, $1) returning id`,
      [count],
    )
    return rows.map(({ id }) => id)
  }
  const sign = (author: string, spaces: string[], { from = 1, to = 1, bytes = 1 } = {}) =>
    database.owner(
      `insert into public.team_space_epochs (space_id, epoch, roster, signature, signed_by)
       select space, epoch, repeat('x', $5), 's', $1 from unnest($2::uuid[]) as space, generate_series($3::int, $4::int) as epoch`,
      [author, spaces, from, to, bytes],
    )

  test('a space has so many rosters, whoever signs them', async () => {
    const [one = '', other = ''] = await newSpaces(2)
    const [ada, bob] = [await newAccount('ada'), await newAccount('bob')]
    await sign(ada, [one], { to: 5000 })
    await expect(sign(bob, [one], { from: 5001, to: 5001 })).rejects.toThrow('5000 at most')
    // Somebody can be removed all the same.
    await database.owner(
      `insert into public.team_space_epochs (space_id, epoch, roster, signature, removes_only) values ($1, 5001, 'x', 's', true)`,
      [one],
    )
    await sign(bob, [other])
  })

  test('an account begins so many spaces, and changes those that it has', async () => {
    const spaces = await newSpaces(501)
    const [eve, dan] = [await newAccount('eve'), await newAccount('dan')]
    await sign(eve, spaces.slice(0, 500))
    await expect(sign(eve, spaces.slice(500))).rejects.toThrow('500 at most')
    await sign(eve, spaces.slice(0, 1), { from: 2, to: 600 })
    await sign(dan, spaces.slice(500))
  })

  test('a history has so many bytes, but for what removes somebody', async () => {
    const [one = ''] = await newSpaces(1)
    const ian = await newAccount('ian')
    const { rows } = await database.owner<{ definition: string }>(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'team_space_epochs_limit_history'`,
    )
    const smaller = rows[0]!.definition.replace(String(128 * 1024 * 1024), '1000')
    expect(smaller).not.toBe(rows[0]!.definition)
    await database.owner('drop trigger team_space_epochs_limit_history on public.team_space_epochs')
    await database.owner(smaller)
    await sign(ian, [one], { bytes: 900 })
    await expect(sign(ian, [one], { from: 2, to: 2, bytes: 100 })).rejects.toThrow('take too much room')
    await database.owner(
      `insert into public.team_space_epochs (space_id, epoch, roster, signature, removes_only)
       values ($1, 2, repeat('x', 900), 's', true)`,
      [one],
    )
    await database.owner('drop trigger team_space_epochs_limit_history on public.team_space_epochs')
    await database.owner(rows[0]!.definition)
  })

  test('an account signs so many bytes of rosters', async () => {
    const { rows } = await database.owner<{ definition: string }>(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'team_space_epochs_limit_bytes'`,
    )
    // 512 MiB are slow to write: the same trigger with two rosters.
    const smaller = rows[0]!.definition.replace(String(512 * 1024 * 1024), String(2 * 524_289))
    expect(smaller).not.toBe(rows[0]!.definition)
    await database.owner('drop trigger team_space_epochs_limit_bytes on public.team_space_epochs')
    await database.owner(smaller)

    const spaces = await newSpaces(2)
    const [fay, guy] = [await newAccount('fay'), await newAccount('guy')]
    await sign(fay, spaces, { bytes: 524_288 })
    await expect(sign(fay, spaces.slice(1), { from: 2, to: 2 })).rejects.toThrow('take too much room')
    await sign(guy, spaces.slice(1), { from: 2, to: 2 })
  })

  test('an organisation decides about recovery so many times', async () => {
    const decide = (from: number, to: number) =>
      database.owner(
        `insert into public.recovery_policies (tenant_id, revision, statement, signature)
         select t.id, revision, 'x', 's' from public.tenants t, generate_series($1::int, $2::int) as revision where t.is_default`,
        [from, to],
      )
    await decide(1, 1000)
    await expect(decide(1001, 1001)).rejects.toThrow('1000 at most')
    // Recovery can be ended all the same.
    await database.owner(
      `insert into public.recovery_policies (tenant_id, revision, statement, signature)
       select t.id, 1001, '{"holders":[],"revision":1001}', 's' from public.tenants t where t.is_default`,
    )
  })
})

test('names of people lose what turns or hides the text behind them', async () => {
  const { rows } = await database.owner<{ first_name: string; last_name: string | null }>(
    `insert into auth.users (email, email_confirmed_at, user_metadata)
     values ('odd@example.test', now(), $1) returning id`,
    [JSON.stringify({ first_name: 'Al\u202eice<b>', last_name: '\u200b' })],
  )
  const { rows: profiles } = await database.owner(
    'select first_name, last_name from public.profiles where user_id = $1',
    [(rows[0] as unknown as { id: string }).id],
  )
  expect(profiles).toEqual([{ first_name: 'Aliceb', last_name: null }])
})

test('the largest file that may be uploaded is one whose hashes can be stored', async () => {
  const segments = segmentCount(LARGEST_FILE_BYTES, FLOE.segmentBytes)
  expect(LARGEST_FILE_BYTES).toBe(segments * FLOE.plainBytes)
  const lengthOf = (count: number) => Math.ceil((count * 32 * 4) / 3)
  expect(lengthOf(segments)).toBeLessThanOrEqual(SEGMENT_HASHES_LENGTH)
  expect(lengthOf(segments + 1)).toBeGreaterThan(SEGMENT_HASHES_LENGTH)
  const { rows } = await database.owner<{ longest: string }>(
    `select substring(pg_get_constraintdef(oid) from '<= (\\d+)') as longest from pg_constraint
     where conname in ('file_records_segment_hashes', 'request_deliveries_segment_hashes')`,
  )
  expect(rows.map(({ longest }) => Number(longest))).toEqual([SEGMENT_HASHES_LENGTH, SEGMENT_HASHES_LENGTH])

  expect(readConfig({ MAX_FILE_BYTES: String(LARGEST_FILE_BYTES) }).maxFileBytes).toBe(LARGEST_FILE_BYTES)
  expect(() => readConfig({ MAX_FILE_BYTES: String(LARGEST_FILE_BYTES + 1) })).toThrow('cannot be stored')
})
