/** Migrations and functions of a small schema: what runs when, and what is refused. */
import type { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compareSchema } from '#server/db/compare-schema.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Migration, type ShippedSchema, functionsIn } from '#server/db/shipped-schema.ts'
import { type EmptyDatabase, createEmptyDatabase } from '../support/server/empty-database.ts'

const TABLES = migration('0300_tables', 'create table public.files (id integer primary key, owner_id integer);')
const RULES = migration(
  '0301_rules.sql',
  `alter table public.files add column size_bytes integer;
--! functions
alter table public.files alter column size_bytes set default public.usual_size();`,
)
const TAGS = migration('0302_tags.sql', 'create table public.tags (id integer primary key);')

const USUAL_SIZE = makes('usual_size() returns integer', 'select 7')
/** Its head names a table of a later migration than the one that needs functions; so does the body of the next one. */
const ALL_TAGS = makes('all_tags() returns setof public.tags', 'select * from public.tags')
const TAG_COUNT = makes('tag_count() returns bigint', 'select count(*) from public.tags')

let database: EmptyDatabase
let client: Client
beforeEach(async () => {
  database = await createEmptyDatabase()
  client = database.client
})
afterEach(() => database.drop())

describe('migrations', () => {
  test('run once, in order, each with what it needs', async () => {
    const shipped = ship([TABLES, RULES], [USUAL_SIZE])
    expect(await migrate(client, shipped)).toEqual(['0300_tables', '0301_rules.sql', 'functions'])
    expect(await migrate(client, shipped)).toEqual([])
    await client.query('insert into public.files values (1, 1)')
    expect(await only('select size_bytes as it from public.files')).toBe(7)
  })

  test.each([
    ['was edited', ship([{ ...TABLES, sha256: 'planted' }]), 'Migration 0300_tables was edited after it ran'],
    ['is gone', ship([TAGS]), 'The database is newer than this program: 0300_tables is not shipped here'],
    ['came late', ship([TABLES, migration('0299_late.sql', '')]), 'Migration 0299_late.sql is older than 0300_tables'],
  ])('one that %s is refused', async (_, shipped, refusal) => {
    await migrate(client, ship([TABLES]))
    await expect(migrate(client, shipped)).rejects.toThrow(refusal)
  })

  test('that fail leave nothing, not even the functions that they made', async () => {
    const failing = ship([TABLES, { ...RULES, text: `${RULES.text}\nplanted` }], [USUAL_SIZE])
    await expect(migrate(client, failing)).rejects.toThrow('Migration 0301_rules.sql failed: syntax error')
    expect(await only(`select count(*)::int as it from pg_proc where proname = 'usual_size'`)).toBe(0)
    expect(await migrate(client, ship([TABLES, RULES], [USUAL_SIZE]))).toEqual(['0301_rules.sql', 'functions'])
  })

  test('run on one of two nodes that start at once', async () => {
    const shipped = ship([TABLES, RULES], [USUAL_SIZE])
    const outcomes = await Promise.all([migrate(client, shipped), migrate(await database.connect(), shipped)])
    expect(outcomes.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 3])
  })
})

describe('migrations of a newer program', () => {
  const contracting = (need: string) => migration('0303_less.sql', `--! contract${need}\ndrop table public.tags;`)
  const older = ship([TABLES, RULES], [USUAL_SIZE])
  const newer = (...more: Migration[]): ShippedSchema => ({
    ...ship([TABLES, RULES, TAGS, ...more], [makes('usual_size() returns integer', 'select 8')]),
    version: '0.3.0',
  })

  test('leave an older one working, which changes nothing', async () => {
    await migrate(client, newer())

    expect(await migrate(client, older)).toEqual([])
    expect((await compareSchema(client, older)).unknown).toEqual(['0302_tags.sql'])
    expect(await only('select public.usual_size() as it')).toBe(8)
  })

  test('that contract leave those working that know what they name, and no others', async () => {
    await migrate(client, newer(contracting(' 0301_rules.sql')))

    expect(await migrate(client, older)).toEqual([])
    await expect(migrate(client, ship([TABLES], [USUAL_SIZE]))).rejects.toThrow(
      'The database is newer than this program: 0303_less.sql is not shipped here',
    )
  })

  test('that contract without a name end every earlier one', async () => {
    await migrate(client, newer(contracting('')))
    await expect(migrate(client, newer())).rejects.toThrow('0303_less.sql is not shipped here')
  })

  test.each([' 0304_later.sql', ' 0301_rulse.sql'])(
    'that contract for%s, which is no earlier one, do not run',
    async (need) => {
      await expect(migrate(client, newer(contracting(need)))).rejects.toThrow('which is no earlier migration')
      expect(await only(`select to_regclass('public.tags') as it`)).toBeNull()
    },
  )

  test('do not run beside others that this program has and they do not', async () => {
    await migrate(client, ship([TABLES, TAGS]))
    await expect(migrate(client, ship([TABLES, RULES]))).rejects.toThrow(
      'Migration 0301_rules.sql is older than 0302_tags.sql',
    )
  })
})

describe('functions', () => {
  test('may name what a later migration makes, in a new database and in one that is updated', async () => {
    const newest = ship([TABLES, RULES, TAGS], [ALL_TAGS, TAG_COUNT, USUAL_SIZE])
    await migrate(client, newest)
    expect(await only('select public.tag_count()::int as it')).toBe(0)

    const updated = await createEmptyDatabase()
    await migrate(updated.client, ship([TABLES], [USUAL_SIZE]))
    expect(await migrate(updated.client, newest)).toEqual(['0301_rules.sql', '0302_tags.sql', 'functions'])
    await updated.client.query('select public.all_tags()')
    await updated.drop()
  })

  test('may call each other whatever the order of their files', async () => {
    const first = makes('a_first() returns integer', 'select public.usual_size()')
    await migrate(client, ship([TABLES], [first, USUAL_SIZE]))
    expect(await only('select public.a_first() as it')).toBe(7)
  })

  test('are replaced when a file changed, without a migration', async () => {
    await migrate(client, ship([TABLES], [USUAL_SIZE]))
    const changed = ship([TABLES], [makes('usual_size() returns integer', 'select 8')])
    expect(await migrate(client, changed)).toEqual(['functions'])
    expect(await only('select public.usual_size() as it')).toBe(8)
    expect(await migrate(client, changed)).toEqual([])
  })

  test('of a newer version stay when an older program starts', async () => {
    const older = { ...ship([TABLES], [USUAL_SIZE]), version: '0.9.0' }
    const newer = { ...ship([TABLES], [makes('usual_size() returns integer', 'select 8')]), version: '0.10.0' }
    await migrate(client, older)
    expect(await migrate(client, newer)).toEqual(['functions'])

    expect(await migrate(client, older)).toEqual([])
    expect(await only('select public.usual_size() as it')).toBe(8)
    expect(await migrate(client, newer)).toEqual([])

    const sameVersion = { ...ship([TABLES], [makes('usual_size() returns integer', 'select 9')]), version: '0.10.0' }
    expect(await migrate(client, sameVersion)).toEqual(['functions'])
    expect(await only('select public.usual_size() as it')).toBe(9)
  })

  test('stay as a newer version has them, also when it has them like an old one', async () => {
    const shipped = ship([TABLES], [USUAL_SIZE])
    await migrate(client, { ...shipped, version: '0.1.0' })
    expect(await migrate(client, { ...shipped, version: '0.3.0' })).toEqual([])

    const between = ship([TABLES], [makes('usual_size() returns integer', 'select 8')])
    expect(await migrate(client, between)).toEqual([])
    expect(await only('select public.usual_size() as it')).toBe(7)
  })

  test('of a newer version are not replaced for a migration that it does not have', async () => {
    await migrate(client, { ...ship([TABLES], [USUAL_SIZE]), version: '0.10.0' })
    await expect(migrate(client, { ...ship([TABLES, TAGS], [USUAL_SIZE]), version: '0.9.0' })).rejects.toThrow(
      'The database is newer than this program: version 0.10.0 ran without 0302_tags.sql',
    )
    expect(await only(`select to_regclass('public.tags') as it`)).toBeNull()
  })

  test('can take another form when a migration drops the one before', async () => {
    const other = makes('usual_size() returns text', `select 'seven'`)
    await migrate(client, ship([TABLES], [USUAL_SIZE]))
    const drop = migration('0301_form.sql', '--! functions\ndrop function public.usual_size();')
    await migrate(client, ship([TABLES, drop], [other]))
    expect(await only('select public.usual_size() as it')).toBe('seven')
  })

  test('that cannot work are refused, and those before them stay', async () => {
    await migrate(client, ship([TABLES], [USUAL_SIZE]))
    const broken = ship([TABLES], [makes('usual_size() returns integer', 'select planted')])
    await expect(migrate(client, broken)).rejects.toThrow(
      'Function public.usual_size of server/db/functions/0.sql failed: column "planted" does not exist',
    )
    expect(await only('select public.usual_size() as it')).toBe(7)
  })

  test('are made by the next start when the program ended after a migration', async () => {
    const shipped = ship([TABLES], [USUAL_SIZE])
    await migrate(client, shipped)
    const broken = ship([TABLES, TAGS], [makes('usual_size() returns integer', 'select planted')])
    await expect(migrate(client, broken)).rejects.toThrow('planted')

    // The same files as in the beginning: only the migration says that they have to be made again.
    await client.query('drop function public.usual_size()')
    expect(await migrate(client, { ...shipped, migrations: [TABLES, TAGS] })).toEqual(['functions'])
    expect(await only('select public.usual_size() as it')).toBe(7)
  })

  test('are called by those whom their file names, and by nobody else', async () => {
    const given = ship(
      [TABLES],
      [`${USUAL_SIZE}grant execute on function public.usual_size() to anon, authenticated;\n`],
    )
    await migrate(client, given)
    expect(await callers()).toEqual(['anon', 'authenticated'])

    const taken = ship([TABLES], [`${USUAL_SIZE}grant execute on function public.usual_size() to anon;\n`])
    await migrate(client, taken)
    expect(await callers()).toEqual(['anon'])

    await migrate(client, ship([TABLES], [USUAL_SIZE]))
    expect(await callers()).toEqual([])
  })

  test('are closed from their first moment on, also when the program ends right after', async () => {
    const broken = makes('z_last() returns integer', 'select planted')
    await expect(migrate(client, ship([TABLES, RULES], [USUAL_SIZE, broken]))).rejects.toThrow('planted')
    expect(await only('select public.usual_size() as it')).toBe(7)
    expect(await callers()).toEqual([])
  })

  test('leave another form of the same name as it is, for servers that still call it', async () => {
    const form = 'create function public.usual_size(given integer) returns integer language sql return given;'
    await migrate(client, ship([migration('0300_tables', form)], [USUAL_SIZE]))
    expect(await callers('public.usual_size(integer)')).toContain('anon')
    expect(await callers()).toEqual([])
  })
})

function migration(name: string, text: string): Migration {
  return { name, text, sha256: `sha256 of ${text}` }
}

function makes(head: string, body: string): string {
  return `create or replace function public.${head}\n  language sql stable set search_path = ''\nas $$\n  ${body}\n$$;\n`
}

function ship(migrations: Migration[], files: string[] = []): ShippedSchema {
  const all = files.flatMap((text, at) => functionsIn(text).map((one) => ({ file: `${at}.sql`, ...one })))
  return {
    version: '0.2.0',
    migrations: migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    functions: { sha256: files.join(), all },
  }
}

async function only(query: string): Promise<unknown> {
  const { rows } = await client.query<{ it: unknown }>(query)
  return rows[0]?.it
}

async function callers(of = 'public.usual_size()'): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select role from unnest(array['anon', 'authenticated', 'service_role', 'quantumshield_api']) as role
     where has_function_privilege(role, $1, 'execute')`,
    [of],
  )
  return rows.map(({ role }) => role)
}
