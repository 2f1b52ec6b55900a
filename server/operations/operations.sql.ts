import { LISTED_JOBS, MAIL_TASK, NODE_AWAY_SECONDS } from '#contract/operations.ts'
import { OPERATION_EVENTS, type OperationEventType } from '#contract/audit/audit-events.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'

/** Whether the caller may manage every organisation: who runs the installation. */
export async function isSuperAdmin(database: Database, caller: Caller): Promise<boolean> {
  const text = `select authz.allows('manage_tenants', authz.operator()) as allowed`
  const { rows } = await database.oneAsCaller<{ allowed: boolean }>(caller, { text })
  return rows[0]?.allowed ?? false
}

export type JobCounts = { waiting: number; scheduled: number; running: number; failed: number }

export async function countJobs(database: Database): Promise<JobCounts> {
  const { rows } = await database.owner<JobCounts>(
    `select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::float8 as waiting,
            count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::float8 as scheduled,
            count(*) filter (where locked_at is not null)::float8 as running,
            count(*) filter (where locked_at is null and attempts >= max_attempts)::float8 as failed
     from graphile_worker.jobs`,
  )
  const [counts] = rows
  if (!counts) throw new Error('a query of one row gave none')
  return counts
}

export type FailedJob = {
  id: string
  task: string
  attempts: number
  max_attempts: number
  last_error: string
  created_at: Date
  /** Null: it was given up. */
  next_try_at: Date | null
  payload: unknown
}

/** Those that failed at least once and are not done: given up first, then the newest. */
export async function listFailedJobs(database: Database, { areMails }: { areMails: boolean }): Promise<FailedJob[]> {
  const { rows } = await database.owner<FailedJob>(
    `select j.id::text, t.identifier as task, j.attempts, j.max_attempts, j.last_error, j.created_at,
            case when j.attempts < j.max_attempts then j.run_at end as next_try_at, case when $2 then j.payload end as payload
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where j.last_error is not null and (t.identifier = $1) = $2
     order by j.attempts >= j.max_attempts desc, j.created_at desc, j.id desc
     limit $3`,
    [MAIL_TASK, areMails, LISTED_JOBS],
  )
  return rows
}

const FAILED = `select from graphile_worker.jobs where id = $1 and last_error is not null and locked_at is null`

/** Gives a job that failed its tries back, from now on. @returns which kind it is; undefined: none, or it runs. */
export async function runAgain(db: Transaction, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ task: string }>({
    text: `select t.identifier as task
           from graphile_worker.reschedule_jobs(array(select $1::bigint where exists (${FAILED})), now(), attempts => 0) j
           join graphile_worker._private_tasks t on t.id = j.task_id`,
    values: [id],
  })
  return rows[0]?.task
}

/** Whether a job is being tried now, which neither begins nor ends until the transaction does; undefined where there is none. */
export async function isTried(db: Transaction, id: string): Promise<boolean | undefined> {
  const { rows } = await db.query<{ tried: boolean }>({
    text: 'select locked_at is not null as tried from graphile_worker._private_jobs where id = $1 for update',
    values: [id],
  })
  return rows[0]?.tried
}

/** Takes a mail that failed out of the queue. @returns whether there was one that does not run. */
export async function dropMail(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from graphile_worker.complete_jobs(array(select $1::bigint where exists (${FAILED} and task_identifier = $2)))`,
    values: [id, MAIL_TASK],
  })
  return rowCount === 1
}

type Act = { type: OperationEventType; userId: string; details: Record<string, string> }

export async function recordOperation(db: Transaction, { type, userId, details }: Act): Promise<void> {
  const { category, risk } = OPERATION_EVENTS[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}

export type NodeRow = {
  id: string
  name: string
  role: 'all' | 'api' | 'worker'
  version: string
  started_at: Date
  seen_at: Date
  is_there: boolean
  pools: { name: string; open: number; idle: number; waiting: number }[]
  disk_free_bytes: number | null
  disk_bytes: number | null
}

export async function listNodes(database: Database): Promise<NodeRow[]> {
  const { rows } = await database.owner<NodeRow>(
    `select id, name, role, version, started_at, seen_at, seen_at > clock_timestamp() - make_interval(secs => $1) as is_there, pools,
            disk_free_bytes::float8 as disk_free_bytes, disk_bytes::float8 as disk_bytes
     from meta.nodes order by is_there desc, name, started_at`,
    [NODE_AWAY_SECONDS],
  )
  return rows
}

export type Beat = Pick<NodeRow, 'id' | 'name' | 'role' | 'version' | 'pools' | 'disk_free_bytes' | 'disk_bytes'>

/** Says that a node is there, and forgets those that went away without a word a day ago. */
export async function beat(database: Database, node: Beat): Promise<void> {
  await database.owner(
    `with forgotten as (delete from meta.nodes where seen_at < clock_timestamp() - interval '1 day')
     insert into meta.nodes (id, name, role, version, pools, disk_free_bytes, disk_bytes) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set seen_at = excluded.seen_at, pools = excluded.pools, disk_free_bytes = excluded.disk_free_bytes,
                                    disk_bytes = excluded.disk_bytes`,
    [node.id, node.name, node.role, node.version, JSON.stringify(node.pools), node.disk_free_bytes, node.disk_bytes],
  )
}

export async function forgetNode(database: Database, id: string): Promise<void> {
  await database.owner('delete from meta.nodes where id = $1', [id])
}

export type DatabaseFacts = {
  bytes: number
  server_version: string
  migrations: number
  last_migration: string
  migrated_at: Date
  content_bytes: number
  content_files: number
}

export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { rows } = await database.owner<DatabaseFacts>(
    `select pg_database_size(current_database())::float8 as bytes, current_setting('server_version') as server_version,
            m.count as migrations, m.last as last_migration, m.at as migrated_at, u.bytes as content_bytes, u.files as content_files
     from (select count(*)::integer as count, max(name) as last, max(applied_at) as at
           from meta.schema_migrations where name ~ '^[0-9]{4}_') m
     cross join (select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(files), 0)::float8 as files from storage.usage) u`,
  )
  const [facts] = rows
  if (!facts) throw new Error('a query of one row gave none')
  return facts
}

export type LastBackup = {
  taken_at: Date
  place: string
  database_bytes: number
  contents: number
  content_bytes: number
  damaged: number
}

export async function readLastBackup(database: Database): Promise<LastBackup | null> {
  const { rows } = await database.owner<LastBackup>(
    `select taken_at, place, database_bytes::float8 as database_bytes, contents::float8 as contents,
            content_bytes::float8 as content_bytes, damaged
     from meta.backups order by taken_at desc limit 1`,
  )
  return rows[0] ?? null
}
