import net from 'node:net'
import { onTestFinished } from 'vitest'

/** Where bytes go: a port of this machine, or the socket of a file. */
type Target = { port: number } | { path: string }

export type Relay = {
  port: number
  /** From now on no byte passes, in neither direction, and nothing is closed: as where a cable is cut, or a firewall forgot its connections. */
  silence: () => void
  /** Bytes pass again. What came before is delivered; what waited too long was given up by its ends. */
  heal: () => void
}

/**
 * A line between two programs. It differs from a cable in one point: the system of this machine takes new connections while it is silent, so their
 * first request waits and not the connection.
 */
export async function startRelay(target: Target): Promise<Relay> {
  const open = new Set<net.Socket>()
  let isSilent = false
  const pass = (from: net.Socket, to: net.Socket): void => {
    open.add(from)
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => isSilent || from.resume())
    from.on('end', () => to.end())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
    // Their ends notice; the line has nothing to say.
    from.on('error', () => undefined)
    if (isSilent) from.pause()
  }
  const listener = net.createServer({ allowHalfOpen: true }, (client) => {
    const server = net.connect({ ...target, allowHalfOpen: true })
    pass(client, server)
    pass(server, client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    listener.close()
  })
  const address = listener.address()
  if (!address || typeof address === 'string') throw new Error('the line has no port')
  return {
    port: address.port,
    silence: () => {
      isSilent = true
      for (const socket of open) socket.pause()
    },
    heal: () => {
      isSilent = false
      for (const socket of open) socket.resume()
    },
  }
}
