import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import type { PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { DatabaseBusyError } from './database-busy-error.ts'
import { type Heard, listenForever } from './listen.ts'
import { POOL_CONNECTIONS, type Split, splitConnections } from './pool-sizes.ts'
import { connect, createPool, eventsHeardBy, failedWith, inOneWrite, rollBack } from './pool.ts'

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
 * Rests before a single statement that met another transaction is made again: at once it could take the rows before the other one, which waits for
 * them, was woken. Statements of the product do not meet: docs/decisions/0058-locks-have-an-order.md.
 */
const RETRY_AFTER_MS = [20, 100]
/** A stranger's request is not worth a long wait, and those who wait hold memory. */
const ANONYMOUS_WAIT_MS = 2000

/**
 * @property direct PostgreSQL itself, where the other addresses lead to a pooler.
 * @property shared the pool of the owner, where another database object has it already.
 */
type Pools = { sizes?: Split; direct?: PoolConfig; shared?: Pool }

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
  readonly #sizes: Split
  readonly #direct: PoolConfig
  #storage: Database | undefined
  /** Hears of transactions that met another one, whether they were done again or refused: locks were taken in another order than decided. */
  onConflict: (error: unknown) => void = () => undefined
  /** Hears of what was refused to a caller, before the caller does. */
  onRefused: (error: unknown, caller: Caller) => Promise<void> = async () => undefined

  /**
   * @param owner connection as the owner of the schema.
   * @param api   connection as a login that can only become one of the three API roles, so that an injected
   *              `reset role` gains nothing. See `apiConnection` in open.ts.
   */
  constructor(
    owner: PoolConfig,
    api: PoolConfig = owner,
    { sizes = splitConnections(POOL_CONNECTIONS), direct = owner, shared }: Pools = {},
  ) {
    this.#ownerConnection = owner
    this.#apiConnection = api
    this.#sizes = sizes
    this.#direct = direct
    this.#owner = shared ?? createPool({ max: sizes.owner, ...owner })
    this.#api = createPool({ max: shared ? sizes.storage : sizes.api, ...api })
    const strangers = { max: sizes.anonymous, connectionTimeoutMillis: ANONYMOUS_WAIT_MS }
    this.#anonymous = createPool({ ...strangers, ...api })
  }

  /** The same database with connections of its own for callers of storage: a crowd at rest/v1 cannot stop downloads. */
  forStorage(): Database {
    if (this.#storage) return this.#storage
    const pools = { sizes: this.#sizes, direct: this.#direct, shared: this.#owner }
    this.#storage = new Database(this.#ownerConnection, this.#apiConnection, pools)
    this.#storage.onConflict = (error) => this.onConflict(error)
    this.#storage.onRefused = (error, caller) => this.onRefused(error, caller)
    return this.#storage
  }

  /** How many connections of each kind there are, and who waits for one. */
  pools(): { name: string; open: number; idle: number; waiting: number }[] {
    const all = { owner: this.#owner, api: this.#api, anonymous: this.#anonymous }
    const ofStorage = this.#storage && { storage: this.#storage.#api }
    return Object.entries({ ...all, ...ofStorage }).map(([name, { totalCount, idleCount, waitingCount }]) => ({
      name,
      open: totalCount,
      idle: idleCount,
      waiting: waitingCount,
    }))
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
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#onceAsCaller<Row>(caller, statement, options)
      } catch (error) {
        if (!isConflict(error)) {
          await this.#tellRefused(error, caller)
          throw error
        }
        this.onConflict(error)
        const restMs = RETRY_AFTER_MS[retries]
        if (restMs === undefined) throw error
        // Two that met do not meet again at the same moment.
        await sleep(restMs * (1 + Math.random()))
      }
    }
  }

  async #onceAsCaller<Row extends QueryResultRow>(
    caller: Caller,
    statement: Statement,
    options: { timeLimitMs?: number },
  ): Promise<QueryResult<Row>> {
    const client = await connect(this.#poolOf(caller))
    const events = eventsHeardBy(client)
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
      events.committed()
      return await answered
    } catch (cause) {
      const failed = failedWith(cause)
      broken = failed.broken
      throw failed.error
    } finally {
      client.release(broken)
      caller.onBusy?.(performance.now() - heldSince)
    }
  }

  /**
   * Runs `work` in one transaction as `caller`. Rolls back when it throws. Set `rollback` to undo a successful run too.
   */
  async asCaller<T>(
    caller: Caller,
    work: (transaction: Transaction) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T> {
    const settings = { ...options, onBusy: caller.onBusy }
    try {
      return await this.#transaction(this.#poolOf(caller), [contextOf(caller)], work, settings)
    } catch (error) {
      await this.#tellRefused(error, caller)
      throw error
    }
  }

  /**
   * Runs `work` in one transaction as the owner of the schema: only for auth, storage and job bookkeeping. Set `rollback` to undo a successful
   * run too.
   * @throws {DatabaseBusyError} also when it met another transaction: `work` may have done more than statements, so it is not run again.
   */
  async asOwner<T>(work: (transaction: Transaction) => Promise<T>, options?: { rollback?: boolean }): Promise<T> {
    try {
      return await this.#transaction(this.#owner, [], work, options)
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      this.onConflict(cause)
      throw new DatabaseBusyError('Somebody else changed the same at this moment, please try again', { cause })
    }
  }

  /** One statement as the owner, outside an explicit transaction. */
  async owner<Row extends QueryResultRow>(
    statement: string | Statement,
    values: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const client = await connect(this.#owner)
    const events = eventsHeardBy(client)
    let broken: Error | undefined
    try {
      const result = await client.query<Row>(typeof statement === 'string' ? { text: statement, values } : statement)
      events.committed()
      return result
    } catch (cause) {
      const failed = failedWith(cause)
      broken = failed.broken
      throw failed.error
    } finally {
      client.release(broken)
    }
  }

  /**
   * A pool that is at work to its last connection is not asked: those that lead nowhere are dropped by `watchForSilence`.
   * @throws when PostgreSQL gives no answer to the services and to callers in time; a connection that was asked is then dropped.
   */
  async answer(timeLimitMs: number): Promise<void> {
    // The driver knows the limit of one statement, its types do not.
    const statement: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: timeLimitMs }
    const late = Promise.withResolvers<never>()
    // A connection may have to be waited for first.
    const timer = setTimeout(() => late.reject(new Error('timeout while waiting for PostgreSQL')), timeLimitMs)
    try {
      const asked = [this.#owner, this.#api].filter(
        ({ idleCount, totalCount, options }) => idleCount > 0 || totalCount < options.max,
      )
      await Promise.race([Promise.all(asked.map((pool) => pool.query(statement))), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Hears notifications of some channels on a connection of its own, and connects again when that breaks.
   * `listener` is also called after each connection, because what was said before went unheard.
   * @returns what ends it.
   */
  listen(channels: readonly string[], listener: (heard: Heard) => void): () => Promise<void> {
    return listenForever(this.#direct, channels, listener)
  }

  async end(): Promise<void> {
    await this.#storage?.endOwnPools()
    await Promise.all([this.#owner.end(), this.endOwnPools()])
  }

  private async endOwnPools(): Promise<void> {
    await Promise.all([this.#api.end(), this.#anonymous.end()])
  }

  /** What goes wrong there must not hide the refusal. */
  async #tellRefused(error: unknown, caller: Caller): Promise<void> {
    try {
      await this.onRefused(error, caller)
    } catch (cause) {
      this.onConflict(cause)
    }
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
    const events = eventsHeardBy(client)
    const heldSince = performance.now()
    let broken: Error | undefined
    const query: Transaction['query'] = async (statement) => {
      try {
        return await client.query(statement)
      } catch (cause) {
        const failed = failedWith(cause)
        broken ??= failed.broken
        throw failed.error
      }
    }
    try {
      // Not awaited one by one: they leave together with the first statement of `work`.
      const opened = Promise.allSettled([{ text: 'begin' }, ...opening].map((statement) => query(statement)))
      const result = await work({ query })
      for (const outcome of await opened) if (outcome.status === 'rejected') throw outcome.reason
      await query({ text: options.rollback ? 'rollback' : 'commit' })
      if (!options.rollback) events.committed()
      return result
    } catch (error) {
      broken ??= await rollBack(client, error)
      throw error
    } finally {
      client.release(broken)
      options.onBusy?.(performance.now() - heldSince)
    }
  }
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
