import { DatabaseError, Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { DatabaseBusyError, DatabaseLostError } from './database-busy-error.ts'
import { streamOf, watchForSilence } from './watch.ts'
import { HeardEvents } from './written-events.ts'

const WAIT_MS = 5000

/** Connections that end nothing when they fail. */
export function createPool(connection: PoolConfig): Pool {
  // pipeline: begin, role, statement and commit travel in one round trip (measured 1.8 times the naive way).
  const pool = new Pool({
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    keepAlive: true,
    ...connection,
  })
  watchForSilence(pool, connection)
  // An idle connection that PostgreSQL closes must not end the process; the next query opens a new one.
  pool.on('error', () => undefined)
  // Nor one in the middle of a transaction: its statements are refused, which is where it is handled.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const events = new HeardEvents()
    client.on('notice', (notice) => events.hear(notice))
    heard.set(client, events)
  })
  return pool
}

const heard = new WeakMap<PoolClient, HeardEvents>()

/** Of the transaction that a connection is taken for. */
export function eventsHeardBy(client: PoolClient): HeardEvents {
  const events = heard.get(client) ?? new HeardEvents()
  events.begin()
  return events
}

/** @throws {DatabaseBusyError} when no connection came free in time, or PostgreSQL is away: stopped, starting, or not reached. */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    if (!isAway(cause)) throw cause
    throw new DatabaseBusyError('The server is busy, please try again', { cause })
  }
}

/** Class 28 is a wrong password and 3D a database that does not exist: to try again would not help. */
const isAway = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof DatabaseError && !/^(08|53|57P)/.test(error.code ?? ''))

/**
 * Lets what `send` queues leave in one system call. Four small writes cost more than PostgreSQL needs for the statements.
 * The driver does not document its socket; without it, only the saving is lost.
 */
export function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const stream = streamOf(client)
  stream?.cork?.()
  try {
    return send()
  } finally {
    stream?.uncork?.()
  }
}

/** What a statement failed with, and the error when its connection cannot be used again, so that the pool drops it. */
export type Failed = { error: unknown; broken: Error | undefined }

/** @returns `DatabaseLostError` in place of an error that says that the connection ended. */
export function failedWith(cause: unknown): Failed {
  if (!(cause instanceof Error)) return { error: cause, broken: undefined }
  const isLost = isConnectionError(cause)
  const error = isLost ? new DatabaseLostError(LOST, { cause }) : cause
  // An error that is not of PostgreSQL's own may leave the driver in any state.
  return { error, broken: isLost || !(cause instanceof DatabaseError) ? cause : undefined }
}

/** @returns the error when the connection cannot be used again. */
export async function rollBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed', { cause })
  }
}

const LOST = 'The connection to the database broke off, please try again'
/** What the driver says of a statement whose connection ended. It has no code for that, only these words. */
const ENDED = /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/

/** Class 08 and 57P of PostgreSQL, what the system says of a socket, and what the driver says of one that is gone. */
function isConnectionError(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return error instanceof DatabaseError ? /^(08|57P)/.test(code) : /^E[A-Z]+$/.test(code) || ENDED.test(error.message)
}
