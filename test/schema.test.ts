import fs from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../scripts/schema/describe-schema.ts'
import { SCHEMA_FILE } from '../scripts/schema/landed-migrations.ts'
import { createTestDatabase } from './support/server/test-database.ts'

let drop: () => Promise<void>
let client: Client
let schema: string
beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  client = new Client(made.connection)
  await client.connect()
  schema = await describeSchema(client)
})
afterAll(async () => {
  await client.end()
  await drop()
})

test('server/db/schema.sql is the schema that the migrations make', () => {
  expect(schema, 'Run `npm run schema` and commit what it writes.').toBe(fs.readFileSync(SCHEMA_FILE, 'utf8'))
})

test.each([
  ['a column', 'alter table public.profiles add column planted text'],
  ['a default', 'alter table public.profiles alter column first_name set default $$planted$$'],
  ['a constraint', 'alter table public.profiles add constraint planted check (first_name <> $$planted$$)'],
  ['an index', 'create index planted on public.profiles (first_name)'],
  ['a policy', 'create policy planted on public.profiles for select to anon using (true)'],
  ['row-level security', 'alter table public.profiles disable row level security'],
  ['a trigger', 'alter table public.profiles disable trigger user'],
  ['a right on a table', 'grant select on public.profiles to anon'],
  ['a right on a column', 'grant select (first_name) on public.profiles to anon'],
  ['a right on a schema', 'grant usage on schema audit to anon'],
  ['a right on a function', 'revoke execute on function auth.uid() from public'],
  ['a function', 'create or replace function auth.role() returns text language sql return $$planted$$'],
  ['a view', 'create view public.planted as select 1 as one'],
  ['an option of a view', 'alter view public.reachable_files set (security_barrier = false)'],
  ['a sequence', 'create sequence public.planted'],
  ['a type', 'create type public.planted as enum ($$one$$, $$two$$)'],
  ['a domain', 'create domain public.planted as text check (value <> $$$$)'],
  ['a comment', 'comment on table public.profiles is $$planted$$'],
  ['an event trigger', 'drop event trigger pgrst_drop_watch'],
])('%s makes a difference', async (_, statement) => {
  await client.query('begin')
  await client.query(statement)
  const changed = await describeSchema(client)
  await client.query('rollback')

  expect(changed).not.toBe(schema)
})

test('what was planted is gone: each difference above was its own', async () => {
  expect(await describeSchema(client)).toBe(schema)
})
