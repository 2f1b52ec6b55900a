import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import { Pool, type PoolConfig } from 'pg'
import type { Transaction } from '#server/db/database.ts'
import { watchForSilence } from '#server/db/watch.ts'
import { watchWorkers } from './live-workers.ts'

/** Jobs that run at the same time in this process. */
const CONCURRENCY = 4
/** A new job wakes the worker through NOTIFY; polling only finds retries and jobs of the future. */
const POLL_MS = 2000
/** What the worker of one server may open: one for each job, one that listens, one that looks after the queue. */
export const JOB_CONNECTIONS = CONCURRENCY + 2
const ATTEMPTS = 10
/** At a stop: longer than a mail takes, and shorter than those wait who stop the process. */
const FINISH_MS = 5000

export type Tasks = Record<string, (payload: unknown) => Promise<void>>

type JobLog = { warn: (message: string) => void; error: (message: string) => void }

export type Jobs = {
  /** Takes no more jobs, gives those that run a few seconds to finish, and gives the others back: the first process that asks takes them. */
  stop: () => Promise<void>
}

export type JobOptions = {
  connection: PoolConfig
  tasks: Tasks
  /** Five-field cron lines, each `minute hour day month weekday task`, in UTC. */
  crontab?: string
  log?: JobLog
}

const SILENT: JobLog = { warn: () => undefined, error: () => undefined }

/**
 * Starts the worker of the queue that lives in the same PostgreSQL. Creates or updates the queue's own schema first, so
 * call it before the first `enqueue`.
 *
 * @throws when PostgreSQL cannot be reached.
 */
export async function startJobs({ connection, tasks, crontab = '', log = SILENT }: JobOptions): Promise<Jobs> {
  const pool = createPool(connection, JOB_CONNECTIONS)
  const logger = loggerFor(log)
  // Jobs are locked by the pool of workers, not by one of them.
  const pools = new Set<string>()
  const taskList = { ...tasks }
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id))
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger,
    events,
  })
  const endWatch = await watchWorkers(pool, pools, (text) => log.warn(text))
  return {
    stop: async () => {
      const finished = runner.stop().then(() => true)
      const isFinished = await Promise.race([finished, sleep(FINISH_MS, false, { ref: false })])
      if (!isFinished) {
        await pool.query('select graphile_worker.force_unlock_workers($1)', [[...pools]])
        log.warn('Jobs that had not finished were given back')
        // They hold connections of the pool, which the process ends.
        finished.catch(() => undefined)
      }
      await endWatch()
      if (!isFinished) connectNever(pool)
      if (isFinished) await pool.end()
      // graphile-worker keeps the options of each of its runs for good, and with its tasks a whole server that has stopped.
      for (const name of Object.keys(taskList)) delete taskList[name]
    },
  }
}

/**
 * Keeps a job from writing after it was given back. The worker says how a job ended in a promise that nobody looks at: one that
 * is refused, as by a database that has stopped before the process, would end the process with an error.
 */
function connectNever(pool: Pool): void {
  pool.connect = () => new Promise(() => undefined)
}

/** Creates the queue's schema without starting a worker. */
export async function migrateJobs(connection: PoolConfig): Promise<void> {
  const pool = createPool(connection, 2)
  try {
    await runMigrations({ pgPool: pool, logger: loggerFor(SILENT) })
  } finally {
    await pool.end()
  }
}

/** Jobs that wait behind all others: many at once, and nobody sits and waits for one. */
export const BULK_PRIORITY = 10

/**
 * Adds a job inside the caller's transaction: it runs if and only if that transaction commits. It is tried ten times; the wait
 * grows as e^attempt seconds, so that spans about 6 hours.
 *
 * @param priority smaller ones run first; 0 is the usual one.
 */
export async function enqueue(
  transaction: Transaction,
  task: string,
  payload: Record<string, unknown>,
  { priority = 0 }: { priority?: number } = {},
): Promise<void> {
  await transaction.query({
    text: 'select from graphile_worker.add_job($1, $2::json, max_attempts => $3, priority => $4)',
    values: [task, JSON.stringify(payload), ATTEMPTS, priority],
  })
}

// A lost connection, idle or in use, must not end the process: the worker reopens it.
function createPool(connection: PoolConfig, max: number): Pool {
  const pool = new Pool({ keepAlive: true, ...connection, max })
  watchForSilence(pool, connection)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

// The worker reports every start and end of a job; only trouble is worth a line.
function loggerFor(log: JobLog): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
}
