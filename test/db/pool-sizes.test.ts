import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

test('however much is asked at once, a server opens the connections it was given and no more', async () => {
  const { connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const settings = { databaseUrl: addressOf(connection), dataDir: '/nonexistent', databasePoolSize: 10 }
  const { database, close } = await openDatabase(settings)
  const storage = database.forStorage()
  const gate = new Client(connection)
  await gate.connect()
  const { rows } = await gate.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock(7)')
  const text = 'select pg_advisory_xact_lock_shared(7)'
  const asked = [database, storage].flatMap((one) =>
    (['anon', 'authenticated'] as const).flatMap((role) =>
      Array.from({ length: 6 }, () => one.oneAsCaller({ role, claims: { role } }, { text })),
    ),
  )
  const all = Promise.allSettled([...asked, ...Array.from({ length: 6 }, () => database.owner(text))])
  const count = `select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> ${rows[0]?.pid}`
  const open = async () => (await gate.query<{ open: number }>(count)).rows[0]?.open

  await expect.poll(open).toBe(10)
  expect(database.pools().map(({ name, open }) => [name, open])).toEqual([
    ['owner', 3],
    ['api', 3],
    ['anonymous', 1],
    ['storage', 2],
  ])
  await gate.query('select pg_advisory_unlock(7)')
  await all
  expect(await open()).toBe(10)
  await gate.end()
  await close()
})
