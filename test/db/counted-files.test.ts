import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { type TestDatabase, createTestDatabase } from '../support/server/test-database.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(() => made.drop())

/** The part of the migration that reads what was there before it. */
function countsOfMigration(): string {
  const file = new URL('../../server/db/migrations/0421_files_are_counted.sql', import.meta.url)
  const text = fs.readFileSync(file, 'utf8')
  return text.slice(text.indexOf('insert into storage.usage'))
}

test('files that were stored before they were counted count from the update on, also empty ones', async () => {
  const { database } = made
  const { rows } = await database.owner<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at)
     select name || '@example.test', now() from unnest(array['ada', 'bob']) name returning id`,
  )
  const [ada, bob] = rows.map(({ id }) => id)
  await pastTriggers(
    database,
    `insert into storage.objects (bucket_id, name, owner, size_bytes)
     select 'encrypted-files', o.owner || '/' || n, o.owner, o.bytes
     from (values ($1::uuid, 3, 0), ($2::uuid, 2, 10)) o (owner, files, bytes), generate_series(1, o.files) n`,
    [ada, bob],
  )
  // As the count before had it: bytes alone.
  await database.owner('insert into storage.usage (owner, bytes) values ($1, 20)', [bob])

  await database.owner(countsOfMigration())

  const counted = await database.owner('select owner, bytes::integer, files::integer from storage.usage order by bytes')
  expect(counted.rows).toEqual([
    { owner: ada, bytes: 0, files: 3 },
    { owner: bob, bytes: 20, files: 2 },
  ])
  const together = await database.owner<{ files: number }>(
    `select sum(files)::integer as files from storage.organisation_usage`,
  )
  expect(together.rows).toEqual([{ files: 5 }])
})
