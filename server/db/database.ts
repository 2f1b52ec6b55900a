import type { Writable } from 'node:stream'
import { DatabaseError, Pool } from 'pg'
import { type Heard, listenForever } from './listen.ts'
import type { PoolClient, PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** Who a statement runs as, and what policies and triggers may know of the request. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** Claims of a verified token; always carries `role`. */
  claims: Record<string, unknown>
  method?: string
  path?: string
  /** Header names in lower case, already stripped of credentials. */
  headers?: Record<string, string>
  /** Hears how long a connection was held for this caller, for those who keep a budget. */
  onBusy?: (busyMs: number) => void
}

/**
 * Nothing was done, and it can be asked again: every connection of this kind is in use and none came free in time, or the transaction met
 * another one (`isConflict`). Each service presents it as HTTP 503.
 */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}

export type Statement = Pick<QueryConfig, 'text' | 'name' | 'values'> & { rowMode?: 'array' }

/** Runs statements inside one transaction. */
export type Transaction = {
  query: <Row extends QueryResultRow>(statement: Statement) => Promise<QueryResult<Row>>
}

const CONTEXT = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
  set_config('statement_timeout', $6, true)`

/** A request that runs longer than this is a mistake or an attack. Role settings do not apply to SET ROLE, so it is set here. */
const STATEMENT_TIMEOUT = { anon: '3s', authenticated: '10s', service_role: '60s' } as const

/**
 * Connections of each kind, so that nobody can take those of somebody else: strangers have few of their own, and so has storage.
 * With the services' own, a listener and the jobs that is about 45 of the 100 that PostgreSQL grants as it comes.
 */
const CONNECTIONS = { owner: 12, api: 12, anonymous: 4, storage: 8 }
const WAIT_MS = 5000
/** Of a single statement that meets another transaction. Those of the product do not: docs/decisions/0058-locks-have-an-order.md. */
const TRIES = 3
/** A stranger's request is not worth a long wait, and those who wait hold memory. */
const ANONYMOUS_WAIT_MS = 2000

/**
 * The two ways to PostgreSQL.
 *
 * `asCaller` statements run as one of the API roles, under row-level security; `asOwner` is for the services' own tables.
 */
export class Database {
  readonly #ownerConnection: PoolConfig
  readonly #apiConnection: PoolConfig
  readonly #owner: Pool
  readonly #api: Pool
  readonly #anonymous: Pool
  #storage: Database | undefined
  /** Hears of transactions that met another one, whether they were done again or refused: locks were taken in another order than decided. */
  onConflict: (error: unknown) => void = () => undefined

  /**
   * @param owner connection as the owner of the schema.
   * @param api   connection as a login that can only become one of the three API roles, so that an injected
   *              `reset role` gains nothing. See `apiConnection` in open.ts.
   */
  constructor(owner: PoolConfig, api: PoolConfig = owner, shared?: Pool) {
    this.#ownerConnection = owner
    this.#apiConnection = api
    this.#owner = shared ?? createPool({ max: CONNECTIONS.owner, ...owner })
    this.#api = createPool({ max: shared ? CONNECTIONS.storage : CONNECTIONS.api, ...api })
    const strangers = { max: CONNECTIONS.anonymous, connectionTimeoutMillis: ANONYMOUS_WAIT_MS }
    this.#anonymous = createPool({ ...strangers, ...api })
  }

  /** The same database with connections of its own for callers of storage: a crowd at rest/v1 cannot stop downloads. */
  forStorage(): Database {
    if (this.#storage) return this.#storage
    this.#storage = new Database(this.#ownerConnection, this.#apiConnection, this.#owner)
    this.#storage.onConflict = (error) => this.onConflict(error)
    return this.#storage
  }

  /**
   * Runs one statement as `caller`, all in one round trip; again when it met another transaction.
   * @param options shorten the time that its role has
   */
  async oneAsCaller<Row extends QueryResultRow>(
    caller: Caller,
    statement: Statement,
    options: { timeLimitMs?: number } = {},
  ): Promise<QueryResult<Row>> {
    for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
      try {
        return await this.#onceAsCaller<Row>(caller, statement, options)
      } catch (error) {
        if (!isConflict(error)) throw error
        this.onConflict(error)
        if (triesLeft === 0) throw error
      }
    }
  }

  async #onceAsCaller<Row extends QueryResultRow>(
    caller: Caller,
    statement: Statement,
    options: { timeLimitMs?: number },
  ): Promise<QueryResult<Row>> {
    const client = await connect(this.#poolOf(caller))
    const heldSince = performance.now()
    let broken: Error | undefined
    try {
      const [begun, entered, answered, committed] = inOneWrite(client, () => [
        client.query('begin'),
        client.query(contextOf(caller, options.timeLimitMs)),
        client.query<Row>(statement),
        client.query('commit'),
      ])
      const settled = await Promise.allSettled([begun, entered, answered, committed])
      for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
      return await answered
    } catch (error) {
      if (isConnectionError(error)) broken = error
      throw error
    } finally {
      client.release(broken)
      caller.onBusy?.(performance.now() - heldSince)
    }
  }

  /**
   * Runs `work` in one transaction as `caller`. Rolls back when it throws. Set `rollback` to undo a successful run too.
   */
  asCaller<T>(
    caller: Caller,
    work: (transaction: Transaction) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T> {
    const settings = { ...options, onBusy: caller.onBusy }
    return this.#transaction(this.#poolOf(caller), [contextOf(caller)], work, settings)
  }

  /**
   * Runs `work` in one transaction as the owner of the schema: only for auth, storage and job bookkeeping.
   * @throws {DatabaseBusyError} also when it met another transaction: `work` may have done more than statements, so it is not run again.
   */
  async asOwner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#transaction(this.#owner, [], work)
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      this.onConflict(cause)
      throw new DatabaseBusyError('Somebody else changed the same at this moment, please try again', { cause })
    }
  }

  /** One statement as the owner, outside an explicit transaction. */
  async owner<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    const client = await connect(this.#owner)
    let broken: Error | undefined
    try {
      return await client.query<Row>(text, values)
    } catch (error) {
      if (isConnectionError(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** @throws when PostgreSQL gives no answer in time; the connection that was asked is then dropped. */
  async answer(timeLimitMs: number): Promise<void> {
    // The driver knows the limit of one statement, its types do not.
    const statement: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: timeLimitMs }
    await this.#owner.query(statement)
  }

  /**
   * Hears notifications of some channels on a connection of its own, and connects again when that breaks.
   * `listener` is also called after each connection, because what was said before went unheard.
   * @returns what ends it.
   */
  listen(channels: readonly string[], listener: (heard: Heard) => void): () => Promise<void> {
    return listenForever(this.#ownerConnection, channels, listener)
  }

  async end(): Promise<void> {
    await this.#storage?.endOwnPools()
    await Promise.all([this.#owner.end(), this.endOwnPools()])
  }

  private async endOwnPools(): Promise<void> {
    await Promise.all([this.#api.end(), this.#anonymous.end()])
  }

  #poolOf({ role }: Caller): Pool {
    return role === 'anon' ? this.#anonymous : this.#api
  }

  async #transaction<T>(
    pool: Pool,
    opening: Statement[],
    work: (transaction: Transaction) => Promise<T>,
    options: { rollback?: boolean; onBusy?: Caller['onBusy'] } = {},
  ): Promise<T> {
    const client = await connect(pool)
    const heldSince = performance.now()
    let broken: Error | undefined
    try {
      // Not awaited one by one: they leave together with the first statement of `work`.
      const opened = Promise.allSettled([{ text: 'begin' }, ...opening].map((statement) => client.query(statement)))
      const result = await work({ query: (statement) => client.query(statement) })
      for (const outcome of await opened) if (outcome.status === 'rejected') throw outcome.reason
      await client.query(options.rollback ? 'rollback' : 'commit')
      return result
    } catch (error) {
      broken = await rollBack(client, error)
      throw error
    } finally {
      client.release(broken)
      options.onBusy?.(performance.now() - heldSince)
    }
  }
}

function createPool(connection: PoolConfig): Pool {
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
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** @throws {DatabaseBusyError} when no connection came free in time. */
async function connect(pool: Pool): Promise<PoolClient> {
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
function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { connection } = client as PoolClient & { connection?: { stream?: Partial<Pick<Writable, 'cork' | 'uncork'>> } }
  connection?.stream?.cork?.()
  try {
    return send()
  } finally {
    connection?.stream?.uncork?.()
  }
}

/** The error when the connection cannot be used again, so that the pool drops it. */
async function rollBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed', { cause })
  }
  return isConnectionError(cause) ? cause : undefined
}

function contextOf(caller: Caller, timeLimitMs?: number): Statement {
  return {
    name: 'caller',
    text: CONTEXT,
    values: [
      caller.role,
      JSON.stringify({ ...caller.claims, role: caller.role }),
      caller.method ?? '',
      caller.path ?? '',
      JSON.stringify(caller.headers ?? {}),
      timeLimitMs === undefined ? STATEMENT_TIMEOUT[caller.role] : `${timeLimitMs}ms`,
    ],
  }
}

/** Another transaction needed the same rows in another order, or changed them. PostgreSQL took everything back. */
const isConflict = (error: unknown) => error instanceof DatabaseError && /^(40P01|40001)$/.test(error.code ?? '')

/** A PostgreSQL error carries a five-letter SQLSTATE; anything else broke the connection. Class 08 and 57P did as well. */
function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (!(error instanceof DatabaseError)) return true
  return /^(08|57P)/.test(error.code ?? '')
}
