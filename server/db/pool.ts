import type { Writable } from 'node:stream'
import { DatabaseError, Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { DatabaseBusyError } from './database-busy-error.ts'
import { HeardEvents } from './written-events.ts'

const WAIT_MS = 5000

/** Connections that end nothing when they fail. */
export function createPool(connection: PoolConfig): Pool {
  // pipeline: begin, role, statement and commit travel in one round trip (measured 1.8 times the naive way).
  const pool = new Pool({
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    ...connection,
  })
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

/** @throws {DatabaseBusyError} when no connection came free in time. */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    // The pool has no code for it, only these words.
    const isFull = cause instanceof Error && cause.message.startsWith('timeout exceeded when trying to connect')
    throw isFull ? new DatabaseBusyError('The server is busy, please try again', { cause }) : cause
  }
}

/**
 * Lets what `send` queues leave in one system call. Four small writes cost more than PostgreSQL needs for the statements.
 * The driver does not document its socket; without it, only the saving is lost.
 */
export function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { connection } = client as PoolClient & { connection?: { stream?: Partial<Pick<Writable, 'cork' | 'uncork'>> } }
  connection?.stream?.cork?.()
  try {
    return send()
  } finally {
    connection?.stream?.uncork?.()
  }
}

/** The error when the connection cannot be used again, so that the pool drops it. */
export async function rollBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed', { cause })
  }
  return isConnectionError(cause) ? cause : undefined
}

/** A PostgreSQL error carries a five-letter SQLSTATE; anything else broke the connection. Class 08 and 57P did as well. */
export function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (!(error instanceof DatabaseError)) return true
  return /^(08|57P)/.test(error.code ?? '')
}
