import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenIndexes } from '#server/checks/database/indexes.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { createOwnCluster } from '../../support/server/own-cluster.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'
import { waitingForLocks } from '../../support/server/waiting-for-locks.ts'
import { signedInPerson } from '../../support/people/people.ts'
import { RULE_FAULTS } from './database-rules.ts'
import { checksOf, expectRed, findings } from './fault.ts'
import { type NamedFault, testTogether } from './fault-groups.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { createDatabase: createOwnCluster })
  await storeSomething()
  await takeBackup('now()')
}, 120_000)
afterAll(() => server.stop())

const owner = (statement: string) => server.database.owner(statement)

async function storeSomething(): Promise<void> {
  const person = await signedInPerson(server)
  const name = `${person.session.user.id}/${randomUUID()}`
  const { error } = await person.client.storage.from('encrypted-files').upload(name, Buffer.alloc(2000, 7))
  expect(error).toBeNull()
}

const takeBackup = (at: string, damaged = 0) =>
  owner(
    `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged)
     values (${at}, 'a', 'b', 1, 1, 1, ${damaged})`,
  )

/** Breaks something by one statement, and mends it by another. */
const bySql = (breaks: string, mends: string) => async () => {
  await owner(breaks)
  return () => owner(mends)
}

/** The id of the blob that was stored, and its bytes replaced. */
async function replaceBlob(bytes: Buffer | undefined): Promise<() => Promise<void>> {
  const { store } = server.services
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.objects limit 1')
  const blob = rows[0]?.blob_id ?? ''
  const put = async (content: Buffer): Promise<void> => {
    const upload = randomUUID()
    await store.write(upload, 0, Readable.from([content]), { limit: content.length, idleMs: 5000 })
    await store.replace(upload, blob)
  }
  if (bytes) await put(bytes)
  else await store.remove(blob)
  return () => put(Buffer.alloc(2000, 7))
}

const setting = (name: string, value: string) => async () => {
  await owner(`alter system set ${name} = ${value}`)
  await owner('select pg_reload_conf()')
  await expect.poll(() => shown(name)).toBe(value)
  return async () => {
    await owner(`alter system reset ${name}`)
    await owner('select pg_reload_conf()')
    await expect.poll(() => shown(name)).toBe('on')
  }
}

const shown = async (name: string) =>
  (await server.database.owner<{ value: string }>(`select current_setting('${name}') as value`)).rows[0]?.value

/** One transaction has a row, and another waits for it. */
async function holdLock(): Promise<() => Promise<void>> {
  const [holder, waiter] = [new Client(server.connection), new Client(server.connection)]
  await Promise.all([holder.connect(), waiter.connect()])
  await holder.query('begin')
  await holder.query('select from checks.settings for update')
  const waiting = waiter.query('select from checks.settings for update')
  await expect.poll(() => waitingForLocks(server.database)).toBe(1)
  return async () => {
    await holder.query('rollback')
    await waiting
    await Promise.all([holder.end(), waiter.end()])
  }
}

const FAULTS: NamedFault[] = [
  ...RULE_FAULTS.map(({ sql, ...fault }) => ({ ...fault, breakIt: bySql(...sql) })),
  {
    id: 'DB-01',
    what: 'a query waits for a connection',
    says: /wait for a connection/,
    breakIt: async () => {
      const pools = server.database.pools.bind(server.database)
      server.database.pools = () => [{ name: 'api', open: 1, idle: 0, waiting: 2 }]
      return async () => (server.database.pools = pools)
    },
  },
  { id: 'DB-02', what: 'fsync is off', says: /fsync off/, breakIt: setting('fsync', 'off') },
  {
    id: 'DB-02',
    what: 'commits do not wait for the disk',
    says: /synchronous_commit off/,
    breakIt: setting('synchronous_commit', 'off'),
  },
  {
    id: 'DB-03',
    what: 'a migration was edited',
    says: /Migration 0302_rosters_and_refreshes.sql was edited/,
    breakIt: async () => {
      await owner(
        `update meta.schema_migrations set sha256 = reverse(sha256) where name = '0302_rosters_and_refreshes.sql'`,
      )
      return () =>
        owner(
          `update meta.schema_migrations set sha256 = reverse(sha256) where name = '0302_rosters_and_refreshes.sql'`,
        )
    },
  },
  {
    id: 'DB-03',
    what: 'a function was replaced by hand',
    says: /not those that this version made: auth.email/,
    breakIt: async () => {
      const { rows } = await server.database.owner<{ is: string }>(
        `select pg_get_functiondef('auth.email'::regproc) as is`,
      )
      await owner(
        `create or replace function auth.email() returns text language sql stable parallel safe set search_path = '' as 'select null'`,
      )
      return () => owner(rows[0]?.is ?? '')
    },
  },
  {
    id: 'DB-12',
    what: 'a byte of stored content is another one',
    says: /as it was stored: .* \(damaged\)/,
    breakIt: () => replaceBlob(Buffer.concat([Buffer.alloc(1999, 7), Buffer.of(8)])),
  },
  {
    id: 'DB-12',
    what: 'stored content is gone',
    says: /as it was stored: .* \(missing\)/,
    breakIt: () => replaceBlob(undefined),
  },
  {
    id: 'DB-13',
    what: 'requests of people read another database',
    says: /not there on another connection/,
    // A copy that lags behind, or that nobody feeds.
    breakIt: async () => {
      const oneAsCaller = server.database.oneAsCaller.bind(server.database)
      const other = await createTestDatabase()
      server.database.oneAsCaller = (...asked) => other.database.oneAsCaller(...asked)
      return async () => {
        server.database.oneAsCaller = oneAsCaller
        await other.drop()
      }
    },
  },
  {
    id: 'DB-14',
    what: 'the last backup is old',
    says: /backup is 3 days old/,
    breakIt: async () => {
      await owner(`update meta.backups set taken_at = now() - interval '75 hours'`)
      return () => owner('update meta.backups set taken_at = now()')
    },
  },
  {
    id: 'DB-14',
    what: 'files were missing in the last backup',
    says: /newest backup: 3/,
    breakIt: bySql('update meta.backups set damaged = 3', 'update meta.backups set damaged = 0'),
  },
  {
    id: 'DB-15',
    what: 'a statement waits for a lock',
    says: /wait for locks.*: process \d+ behind \d+/,
    breakIt: holdLock,
  },
]

test('a whole server fails none of them, and skips none', async () => {
  const found = await findings(server.services, checksOf('database'))
  expect(Object.entries(found).filter(([, { status }]) => status !== 'passed')).toEqual([])
})

// What people read comes from elsewhere then, where nothing else is broken.
const isElsewhere = ({ id }: NamedFault) => id === 'DB-13'

testTogether(
  () => server.services,
  FAULTS.filter((fault) => !isElsewhere(fault)),
)

test.each(FAULTS.filter(isElsewhere))('$id turns red: $what', async ({ id, ...fault }) => {
  await expectRed(server.services, id, fault)
})

test('an index that does not agree with its table is found', async () => {
  const context = { services: server.services, patience: 100 }
  // Its expression says of itself that it never changes.
  await owner(
    `create function public.planted(text) returns text language plpgsql immutable
       as 'begin return $1 || (select is_nightly from checks.settings); end';
     create index planted_idx on public.tenants (public.planted(name))`,
  )
  expect(await brokenIndexes(context, ['planted_idx'])).toEqual({ looked: ['planted_idx'], broken: [] })
  await owner('update checks.settings set is_nightly = true')
  expect(await brokenIndexes(context, ['planted_idx'])).toEqual({ looked: ['planted_idx'], broken: ['planted_idx'] })
  await owner(
    'update checks.settings set is_nightly = false; drop index planted_idx; drop function public.planted(text)',
  )
})

test('where nothing is stored, and the database is another one, nothing is said of content and backups', async () => {
  const empty = await startServer()
  const found = await findings(empty.services, ['DB-12', 'DB-14'])
  expect(found).toMatchObject({
    'DB-12': { status: 'skipped', reason: 'no_content' },
    'DB-14': { status: 'skipped', reason: 'no_backup_place' },
  })
  const own = await findings({ ...empty.services, databaseFolder: empty.config.dataDir }, ['DB-14'])
  expect(own).toMatchObject({ 'DB-14': { status: 'failed', error: 'No backup was ever taken with npm run backup.' } })
  await empty.stop()
})
