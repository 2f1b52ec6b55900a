import type { Server } from 'node:net'
import { networkOf } from './rate-limits.ts'

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
