import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { streamOf } from './watch.ts'

const RECONNECT_MS = 2000
/** As `pg_stat_activity` names it. */
const LISTENER = 'quantumshield listener'
/** A server that is gone without a word closes nothing: the connection is asked now and then. */
const HEARTBEAT_MS = 5000

/** What was said on a channel; undefined after each connection, because what was said before went unheard. */
export type Heard = { channel: string; payload: string } | undefined

type ListenOptions = {
  heartbeatMs?: number
  /** At each connection, when its channels are listened to. */
  onConnect?: (client: Client) => Promise<void>
}

/** See `Database.listen`. */
export function listenForever(
  connection: ClientConfig,
  channels: readonly string[],
  listener: (heard: Heard) => void,
  { heartbeatMs = HEARTBEAT_MS, onConnect }: ListenOptions = {},
): () => Promise<void> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const connect = async (): Promise<void> => {
    const next = new Client({ ...connection, application_name: LISTENER, keepAlive: true })
    client = next
    const again = (): void => {
      if (isStopped || client !== next) return
      client = undefined
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ channel, payload = '' }) => listener({ channel, payload }))
    const heartbeat = setInterval(() => void ask(next, heartbeatMs), heartbeatMs)
    next.on('end', () => clearInterval(heartbeat))
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      await onConnect?.(next)
      listener(undefined)
    } catch {
      // The database is down or closing; requests say so, and this tries again.
      clearInterval(heartbeat)
      again()
      await next.end().catch(() => undefined)
    }
  }

  const connected = connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await connected
    // A connection that is gone already needs no farewell.
    await client?.end().catch(() => undefined)
  }
}

/** Ends the connection when PostgreSQL gives no answer, as a broken line would. */
async function ask(client: Client, timeLimitMs: number): Promise<void> {
  const statement: QueryConfig & { query_timeout: number } = { text: 'select', query_timeout: timeLimitMs }
  try {
    await client.query(statement)
  } catch {
    streamOf(client)?.destroy?.()
  }
}
