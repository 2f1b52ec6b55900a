import { once } from 'node:events'
import type http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Runs `work` while a server of the test listens on this machine, where nobody else reaches it. */
export async function onLoopback<T>(server: http.Server, work: (port: number) => Promise<T>): Promise<T> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
