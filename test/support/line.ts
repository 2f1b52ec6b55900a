import net from 'node:net'

/** A line of bytes between browser and server, for connections whose content no proxy can read. */
export type Line = {
  port: number
  forwardTo: (port: number) => void
  /** Bytes from browser to server so far. */
  sentBytes: () => number
  /** Takes no more bytes from the browser once `bytes` have passed in all. @returns lifts the limit */
  stallAfter: (bytes: number) => () => void
  /** Breaks every connection; new ones are taken. */
  cut: () => void
  stop: () => Promise<void>
}

export async function startLine(): Promise<Line> {
  const clients = new Set<net.Socket>()
  let target = 0
  let sent = 0
  let limit = Infinity
  const line = net.createServer((client) => {
    const server = net.connect(target, '127.0.0.1')
    clients.add(client)
    client.on('close', () => {
      clients.delete(client)
      server.destroy()
    })
    server.on('close', () => client.destroy())
    // A connection that breaks is what this line is for.
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
    client.on('data', (chunk) => {
      sent += chunk.length
      if (!server.write(chunk) || sent >= limit) client.pause()
    })
    server.on('drain', () => sent < limit && client.resume())
    server.pipe(client)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  if (!address || typeof address === 'string') throw new Error('the line has no port')
  const cut = () => {
    for (const client of clients) client.destroy()
  }
  return {
    port: address.port,
    forwardTo: (port) => void (target = port),
    sentBytes: () => sent,
    stallAfter: (bytes) => {
      limit = sent + bytes
      return () => {
        limit = Infinity
        for (const client of clients) client.resume()
      }
    },
    cut,
    stop: async () => {
      cut()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}
