import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg'

type Timing = {
  /** How long a connection may be in use before the server is asked about it. */
  afterMs: number
  everyMs: number
  /** How long the server may take to answer. */
  askMs: number
}
const USUAL: Timing = { afterMs: 3000, everyMs: 500, askMs: 2500 }
/** Long statements are asked about less and less often. */
const MOST_SELDOM_MS = 60_000
/** So many questions without any answer in a row, and the server is away with all connections to it. */
const SILENT_ASKS = 2
/** Clocks of the two machines run at about the same speed. */
const TOLERANCE_MS = 1000
const FAREWELL_MS = 500

type Use = {
  since: number
  askAt: number
  /** What it was waiting for while its process had nothing to do. */
  stuckOn?: unknown
}
type Process = { ageMs: number; hasWork: boolean }

/**
 * Drops connections that PostgreSQL knows nothing of any more, as after a failover, or that lead nowhere, as behind a firewall that forgot
 * them: their statement would wait for ever, and the pool would be used up. A new connection asks whether the server has a process for
 * them and whether it has work, so a statement that only takes long is left alone. Where a new connection gets no answer either, twice in a row, the
 * server is out of reach, and who waits for it is better served by an error.
 */
export function watchForSilence(pool: Pool, connection: PoolConfig, { afterMs, everyMs, askMs }: Timing = USUAL): void {
  const uses = new Map<PoolClient, Use>()
  pool.on('acquire', (client) => {
    const since = performance.now()
    uses.set(client, { since, askAt: since + afterMs })
  })
  pool.on('release', (_, client) => uses.delete(client))
  pool.on('remove', (client) => uses.delete(client))

  let silentAsks = 0
  const look = async (): Promise<void> => {
    const now = performance.now()
    const asked = [...uses].filter(([, { askAt }]) => askAt <= now)
    if (asked.length === 0) return void (silentAsks = 0)
    const answer = await processesOf(connection, { idleMs: afterMs, askMs })
    silentAsks = answer === 'silence' ? silentAsks + 1 : 0
    const processes = answer === 'silence' ? undefined : answer
    for (const [client, use] of asked) {
      const pid = processOf(client)
      if (uses.get(client) !== use || pid === undefined) continue
      if (silentAsks >= SILENT_ASKS) streamOf(client)?.destroy?.()
      if (silentAsks > 0) continue
      const usedMs = performance.now() - use.since
      const process = processes?.get(pid)
      const isGone = processes && (!process || process.ageMs + TOLERANCE_MS < usedMs)
      // A statement that was sent this moment has not arrived: it counts when it is seen twice.
      const waitsFor = process?.hasWork === false ? statementOf(client) : undefined
      if (isGone || (waitsFor !== undefined && waitsFor === use.stuckOn)) streamOf(client)?.destroy?.()
      use.stuckOn = waitsFor
      use.askAt = performance.now() + (waitsFor === undefined ? Math.min(usedMs, MOST_SELDOM_MS) : everyMs)
    }
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer)
    if (isLooking) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, everyMs)
  timer.unref()
}

/**
 * The processes of this user, and whether they had something to do within `idleMs`. Undefined when the server does not say, or a pooler is
 * between, whose numbers are others; `silence` when nothing answers at all.
 */
async function processesOf(
  connection: PoolConfig,
  { idleMs, askMs }: { idleMs: number; askMs: number },
): Promise<Map<number, Process> | 'silence' | undefined> {
  const client = new Client({ ...connection, connectionTimeoutMillis: askMs, query_timeout: askMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Process & { pid: number }>(
      `select pid, (extract(epoch from clock_timestamp() - backend_start) * 1000)::double precision as "ageMs",
              state = 'active' or state_change > clock_timestamp() - make_interval(secs => $1) as "hasWork"
       from pg_stat_activity where usename = current_user and state is not null`,
      [idleMs / 1000],
    )
    const found = new Map(rows.map(({ pid, ...process }) => [pid, process]))
    return found.has(processOf(client) ?? 0) ? found : undefined
  } catch (error) {
    // Whatever PostgreSQL says, such as that it has no connection to spare, is an answer.
    return error instanceof DatabaseError ? undefined : 'silence'
  } finally {
    // A farewell that nobody hears must hold nobody up.
    await Promise.race([client.end().catch(() => undefined), sleep(FAREWELL_MS)])
    streamOf(client)?.destroy?.()
  }
}

// The driver has these and documents none; without them nothing is dropped.
function processOf(client: Client | PoolClient): number | undefined {
  return (client as { processID?: number }).processID
}

/** What it waits for an answer to. */
function statementOf(client: PoolClient): unknown {
  const { _activeQuery: active } = client as PoolClient & { _activeQuery?: unknown }
  return active ?? undefined
}

export function streamOf(client: Client | PoolClient): Partial<Duplex> | undefined {
  return (client as (Client | PoolClient) & { connection?: { stream?: Partial<Duplex> } }).connection?.stream
}
