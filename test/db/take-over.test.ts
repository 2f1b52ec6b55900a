/** A database that the 78 migrations of QuantumShield 0.1.0 made: docs/decisions/0060-functions-stand-in-files.md. */
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEATURE_NOTICES } from '#contract/features/all-facts.ts'
import { migrate } from '#server/db/migrate.ts'
import { type ShippedSchema, readShippedSchema } from '#server/db/shipped-schema.ts'
import { describeSchema } from '../../scripts/schema/describe-schema.ts'
import { type EmptyDatabase, createEmptyDatabase } from '../support/server/empty-database.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { functionsOf } from './functions-of.ts'
import { columnsOf, readFormerDatabase, restoreRows, rowsOf, runFormerMigrations } from './former-database.ts'

const former = readFormerDatabase()
const shipped = readShippedSchema()
/** What came after the baseline, which a database of 0.1.0 has as well. */
const later = shipped.migrations.map(({ name }) => name).filter((name) => name !== '0300_baseline')
const all = [...later, 'functions']
const broken: ShippedSchema = {
  ...shipped,
  functions: { sha256: 'broken', all: [{ file: 'broken.sql', name: 'broken', makes: 'create broken;', gives: '' }] },
}

let template: EmptyDatabase
let database: EmptyDatabase
let client: Client
beforeAll(async () => {
  template = await createEmptyDatabase()
  await runFormerMigrations(template.client, former.migrations)
  await restoreRows(template.client, former.rows)
  // A template must have no connection.
  await template.client.end()
})
afterAll(() => template.drop())
beforeEach(async () => {
  database = await createEmptyDatabase(template.name)
  client = database.client
})
afterEach(() => database.drop())

test('becomes what a new installation has, and keeps every row', async () => {
  const columns = await columnsOf(client)
  const rows = await rowsOf(client)
  const fresh = await freshDatabase()

  expect(await migrate(client)).toEqual(all)

  expect(Object.values(rows).filter((held) => !held.startsWith('0 ')).length).toBeGreaterThan(40)
  expect(await takeImportedEvent()).toEqual([{ details: { events: 112, until: expect.any(String) } }])
  // Kinds of notices that came since.
  const { rows: kinds } = await client.query<{ kind: string; by_email: boolean }>(
    `delete from notify.defaults where kind = any ($1) returning kind, by_email`,
    [
      [
        ...Object.keys(FEATURE_NOTICES),
        'content_lost',
        'device_back',
        'device_paused',
        'device_silent',
        'keyring_refused',
        'keys_listed',
        'leftovers_held',
        'member_role_ending',
        'organisation_entered',
        'policy_updated',
        'retention_changed',
        'role_ending',
        'roles_changed',
        'session_ended',
        'space_removal_wanted',
        'stream_failing',
        'threat_incident',
        'threat_noticed',
        'training_assigned',
        'training_due',
      ],
    ],
  )
  expect(Object.fromEntries(kinds.map(({ kind, by_email: byEmail }) => [kind, byEmail]))).toEqual({
    ...Object.fromEntries(Object.keys(FEATURE_NOTICES).map((kind) => [kind, true])),
    content_lost: true,
    device_back: true,
    device_paused: true,
    device_silent: true,
    keyring_refused: true,
    keys_listed: false,
    leftovers_held: true,
    member_role_ending: true,
    organisation_entered: false,
    policy_updated: true,
    retention_changed: true,
    role_ending: true,
    roles_changed: true,
    session_ended: true,
    space_removal_wanted: true,
    stream_failing: true,
    threat_incident: true,
    threat_noticed: true,
    training_assigned: true,
    training_due: true,
  })
  expect(await rowsOf(client, columns)).toEqual(rows)
  expect(await describeSchema(client)).toBe(fresh.schema)
  expect(await functionsOf(client)).toEqual(fresh.functions)
  expect(await applied()).toEqual(['0300_baseline', ...all])
  expect(await migrate(client)).toEqual([])
})

test('knows which of the files that are there came through a request, from the audit log', async () => {
  const { rows: files } = await client.query<{ id: string }>('select id from public.file_records order by id limit 2')
  const [received] = files
  await client.query(
    `insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, details)
     select f.tenant_id, 'request_deliveries.delete', 'data_access', f.user_id, 'delete', json_build_object('id', e.id)
     from (values ($1::uuid), (gen_random_uuid())) as e (id), public.file_records f where f.id = $1`,
    [received?.id],
  )
  await migrate(client)
  expect((await client.query('select file_id from public.received_files')).rows).toEqual([{ file_id: received?.id }])
})

test('names who signed the rosters that are there', async () => {
  await migrate(client)
  const { rows } = await client.query(
    `select signed_by = (roster::jsonb ->> 'author_id')::uuid as is_author from public.team_space_epochs`,
  )
  expect(rows).toEqual([{ is_author: true }])
})

test('runs later migrations, also on what functions of 0.1.0 held on to', async () => {
  const name = '0999_later.sql'
  const text = 'alter table auth.sessions alter column user_agent type varchar(4096);'
  const next = { ...shipped, migrations: [...shipped.migrations, { name, text, sha256: 'later' }] }
  expect(await migrate(client, next)).toEqual([...later, name, 'functions'])
})

test('is refused when its last migration is missing, and not touched', async () => {
  const partly = await createEmptyDatabase()
  await runFormerMigrations(partly.client, former.migrations.slice(0, -1))
  const before = await stateOf(partly.client)

  await expect(migrate(partly.client)).rejects.toThrow(
    'This database was made by an older version. Update to QuantumShield 0.1.0 first, then to this one.',
  )
  expect(await stateOf(partly.client)).toEqual(before)
  await partly.drop()
})

test.each([
  [
    'a migration was edited',
    `update meta.schema_migrations set sha256 = 'planted' where name = '0002_auth.sql'`,
    '0002_auth.sql',
  ],
  ['another one ran', `insert into meta.schema_migrations values ('0007_planted.sql', 'planted')`, '0007_planted.sql'],
  [
    'one of another program ran instead',
    `update meta.schema_migrations set name = '0007_a.sql' where name = '0007_audit.sql'`,
    '0007_a.sql',
  ],
])('is refused when %s, and not touched', async (_, statement, name) => {
  await client.query(statement)
  const before = await stateOf(client)

  await expect(migrate(client)).rejects.toThrow(`${name} is not as QuantumShield 0.1.0 has it`)
  expect(await stateOf(client)).toEqual(before)
})

test('is as it was when the program ends while it takes over', async () => {
  const before = await stateOf(client)
  await expect(migrate(client, broken)).rejects.toThrow(
    'Function broken of server/db/functions/broken.sql failed: syntax error at or near "broken"',
  )
  expect(await stateOf(client)).toEqual(before)
  expect(await migrate(client)).toEqual(all)
})

test('is finished by the next start when the program ended right after', async () => {
  const dying: ShippedSchema = {
    ...shipped,
    migrations: [...shipped.migrations, { name: '0999_dies.sql', text: 'planted', sha256: '' }],
  }
  await expect(migrate(client, dying)).rejects.toThrow('0999_dies.sql failed')
  expect(await applied()).toEqual(['0300_baseline', ...later])

  expect(await migrate(client)).toEqual(['functions'])
  expect(await describeSchema(client)).toBe((await freshDatabase()).schema)
})

test('is taken over by one of two nodes that start at once', async () => {
  const other = await database.connect()
  const outcomes = await Promise.all([migrate(client), migrate(other)])
  expect(outcomes.toSorted((a, b) => a.length - b.length)).toEqual([[], all])
})

/** The ledger says by an event of its own how many events were there before it. Takes that one away: no trigger runs. */
async function takeImportedEvent(): Promise<unknown> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query(
    `delete from public.system_audit_log where event_type = 'ledger.imported' returning details`,
  )
  await client.query('reset session_replication_role')
  return rows
}

async function applied(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from meta.schema_migrations order by name')
  return rows.map(({ name }) => name)
}

async function stateOf(of: Client): Promise<unknown> {
  const { rows: list } = await of.query('select name, sha256, applied_at from meta.schema_migrations order by name')
  return [list, await describeSchema(of), await functionsOf(of), await rowsOf(of)]
}

async function freshDatabase(): Promise<{ schema: string; functions: unknown }> {
  const { connection, drop } = await createTestDatabase()
  const of = new Client(connection)
  await of.connect()
  const found = { schema: await describeSchema(of), functions: await functionsOf(of) }
  await of.end()
  await drop()
  return found
}
