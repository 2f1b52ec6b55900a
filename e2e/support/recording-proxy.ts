import net from 'node:net'

export type RecordingProxy = {
  url: string
  /** Where connections go; set it before the first one. */
  forwardTo: (port: number) => void
  /** Every byte that clients sent, connection after connection. */
  sent: () => Buffer
  stop: () => Promise<void>
}

/** A TCP proxy on loopback. What browsers hide from test tools (bodies that workers send as Blobs) passes here in full. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const connections: Buffer[][] = []
  const sockets = new Set<net.Socket>()
  let target = 0
  const proxy = net.createServer((client) => {
    const chunks: Buffer[] = []
    connections.push(chunks)
    const server = net.connect(target, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      // A browser drops connections as it likes.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => chunks.push(chunk))
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    forwardTo: (port) => void (target = port),
    sent: () => Buffer.concat(connections.map((chunks) => Buffer.concat(chunks))),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
