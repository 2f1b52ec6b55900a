import type { Http2Server } from 'node:http2'
import type { Server } from 'node:net'
import { networkOf } from './rate-limits.ts'

/** As long as HTTP/1 keeps a connection open between two requests. */
const IDLE_MS = 65_000

/** An office of forty people behind one address opens six connections each. */
const PER_ADDRESS = 512
const IN_ALL = 8192

/**
 * Caps how many connections are open at once. Behind a proxy all come from its address, so that it has to count them.
 * @param factor `RATE_LIMIT_FACTOR`
 */
export function limitConnections(
  server: Server,
  { factor, isBehindProxy }: { factor: number; isBehindProxy: boolean },
): void {
  server.maxConnections = IN_ALL
  if (isBehindProxy) return
  const most = Math.max(1, Math.floor(PER_ADDRESS * factor))
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
}

/** Ends connections of HTTP/2 on which nothing is sent and nobody waits for an answer. Node's limits for headers know HTTP/1 only. */
export function endIdleSessions(server: Pick<Http2Server, 'on'>, idleMs = IDLE_MS): void {
  server.on('session', (session) => {
    let waiting = 0
    session.on('stream', (stream) => {
      waiting += 1
      stream.once('close', () => (waiting -= 1))
    })
    // Not `close`, which waits for a request whose headers never end.
    session.setTimeout(idleMs, () => waiting > 0 || session.destroy())
  })
}
