import { Client, type ClientConfig } from 'pg'

const RECONNECT_MS = 2000

/** What was said on a channel; undefined after each connection, because what was said before went unheard. */
export type Heard = { channel: string; payload: string } | undefined

/** See `Database.listen`. */
export function listenForever(
  connection: ClientConfig,
  channels: readonly string[],
  listener: (heard: Heard) => void,
): () => Promise<void> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const connect = async (): Promise<void> => {
    const next = new Client({ ...connection, keepAlive: true })
    client = next
    const again = (): void => {
      if (isStopped || client !== next) return
      client = undefined
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ channel, payload = '' }) => listener({ channel, payload }))
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      listener(undefined)
    } catch {
      // The database is down or closing; requests say so, and this tries again.
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
