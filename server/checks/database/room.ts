import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { type Check, expectThat, noneOf } from '../check.ts'

const LEAST_FREE = 0.15
/** Of the transactions after which PostgreSQL takes no more. */
const MOST_AGED = 0.5
const ALL_TRANSACTIONS = 2 ** 31
const LONGEST_MINUTES = 5
/** Waiting so long at one lock is more than two requests that meet. */
const BLOCKED_MS = 2000

/** DB-15 */
export const hasRoom: Check = async ({ services: { config, database, databaseFolder }, signal }) => {
  const folders = [config.dataDir, ...(databaseFolder === undefined ? [] : [databaseFolder])]
  const free = Math.min(...(await Promise.all(folders.map(freeShare))))
  const { rows } = await database.owner<{ aged: number; oldest_minutes: number }>(
    `select max(age(d.datfrozenxid))::float8 / $1 as aged,
            coalesce((select extract(epoch from clock_timestamp() - min(xact_start)) / 60 from pg_stat_activity
                      where datname = current_database() and backend_type = 'client backend'), 0)::float8 as oldest_minutes
     from pg_database d`,
    [ALL_TRANSACTIONS],
  )
  const { aged = 1, oldest_minutes: oldest = Infinity } = rows[0] ?? {}
  const evidence = {
    disk_free_percent: percent(free),
    transaction_ids_used_percent: percent(aged),
    oldest_transaction_minutes: Math.floor(oldest),
  }
  expectThat(free > LEAST_FREE, `The disk of the data has ${percent(free)} % of its room left`, evidence)
  expectThat(
    aged < MOST_AGED,
    `PostgreSQL has used ${percent(aged)} % of its transaction ids: VACUUM does not keep up, and at 100 % nothing is written any more`,
    evidence,
  )
  expectThat(oldest < LONGEST_MINUTES, `A transaction is open for ${Math.floor(oldest)} minutes`, evidence)
  return noneOf(await blocked(database, signal), 'Statements wait for locks that others hold', evidence)
}

async function freeShare(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder)
  return bavail / blocks
}

/** Who waits at the same lock at two looks, as the process of PostgreSQL, and behind which. */
async function blocked(database: Database, signal: AbortSignal): Promise<string[]> {
  const first = await waiting(database)
  if (first.size === 0) return []
  await sleep(BLOCKED_MS, undefined, { signal })
  return [...(await waiting(database))].filter(([since]) => first.has(since)).map(([, who]) => who)
}

async function waiting(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.owner<{ since: string; who: string }>(
    `select l.pid || ' ' || l.waitstart as since, 'process ' || l.pid || ' behind ' || array_to_string(pg_blocking_pids(l.pid), ', ') as who
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and l.waitstart is not null and a.datname = current_database()`,
  )
  return new Map(rows.map(({ since, who }) => [since, who]))
}

const percent = (share: number): number => Math.round(share * 100)
