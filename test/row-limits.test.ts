import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGEST_FILE_BYTES, SEGMENT_HASHES_LENGTH } from '#contract/limits.ts'
import { FLOE, segmentCount } from '#crypto/index.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from './support/server/test-database.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

const WRITABLE = `c.relkind in ('r', 'p') and n.nspname in ('public', 'storage')
  and (has_table_privilege('authenticated', c.oid, $1) or has_any_column_privilege('authenticated', c.oid, $1))`

/** Tables whose rows nobody counts, and why not. */
const UNCOUNTED: Record<string, string> = {
  'public.certifications': 'takes a permission of the operator’s organisation',
  'public.file_records': 'a record needs an object of its own',
  'storage.objects': 'counted as storage, and a file of the disk each',
  'storage.upload_parts': 'an upload has as many parts as its size allows, and uploads are counted',
}

test('whoever may insert rows may insert so many and no more', async () => {
  const { rows } = await database.owner<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${WRITABLE}
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_limit')
       -- One row a person.
       and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
                       where k.conrelid = c.oid and k.contype = 'p' and cardinality(k.conkey) = 1 and a.attname = 'user_id')
     order by 1`,
    ['insert'],
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(UNCOUNTED))
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
  const { rows } = await database.owner<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at) values ('many@example.test', now()) returning id`,
  )
  const me = rows[0]?.id
  const add = (count: number) =>
    database.owner(
      `insert into public.tags (user_id, tenant_id, name)
       select $1, (select tenant_id from public.profiles where user_id = $1), 'x' from generate_series(1, $2)`,
      [me, count],
    )
  await add(2000)
  await expect(add(1)).rejects.toThrow('2000 at most')
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
