import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { expect } from 'vitest'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { waitingForLocks } from '../../support/server/waiting-for-locks.ts'
import { RULE_FAULTS } from './database-rules.ts'
import type { NamedFault } from './fault-groups.ts'
import { stage } from './fault-stage.ts'

const owner = (statement: string) => stage.server.database.owner(statement)

/** Breaks something by one statement, and mends it by another. */
const bySql = (breaks: string, mends: string) => async () => {
  await owner(breaks)
  return () => owner(mends)
}

/** The id of the blob that was stored, and its bytes replaced. */
async function replaceBlob(bytes: Buffer | undefined): Promise<() => Promise<void>> {
  const { store } = stage.server.services
  const { rows } = await stage.server.database.owner<{ blob_id: string }>('select blob_id from storage.objects limit 1')
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
  (await stage.server.database.owner<{ value: string }>(`select current_setting('${name}') as value`)).rows[0]?.value

/** One transaction has a row, and another waits for it. */
async function holdLock(): Promise<() => Promise<void>> {
  const [holder, waiter] = [new Client(stage.server.connection), new Client(stage.server.connection)]
  await Promise.all([holder.connect(), waiter.connect()])
  await holder.query('begin')
  await holder.query('select from checks.settings for update')
  const waiting = waiter.query('select from checks.settings for update')
  await expect.poll(() => waitingForLocks(stage.server.database)).toBe(1)
  return async () => {
    await holder.query('rollback')
    await waiting
    await Promise.all([holder.end(), waiter.end()])
  }
}

/** Faults of what is stored, and of what the database does. */
export const DATABASE_FAULTS: readonly NamedFault[] = [
  ...RULE_FAULTS.map(({ sql, ...fault }) => ({ ...fault, breakIt: bySql(...sql) })),
  {
    id: 'DB-01',
    what: 'a query waits for a connection',
    says: /wait for a connection/,
    breakIt: async () => {
      const pools = stage.server.database.pools.bind(stage.server.database)
      stage.server.database.pools = () => [{ name: 'api', open: 1, idle: 0, waiting: 2 }]
      return async () => (stage.server.database.pools = pools)
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
      const { rows } = await stage.server.database.owner<{ is: string }>(
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
      const oneAsCaller = stage.server.database.oneAsCaller.bind(stage.server.database)
      const other = await createTestDatabase()
      stage.server.database.oneAsCaller = (...asked) => other.database.oneAsCaller(...asked)
      return async () => {
        stage.server.database.oneAsCaller = oneAsCaller
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
