import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

export type Received = {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
  localAddress: string
}

export type HttpReceiver = {
  port: number
  /** Every request that came whole. */
  received: Received[]
  /** What it does with the next ones. */
  answer: (request: Received, response: http.ServerResponse) => void
  /** Cuts every connection and is away, from one moment to the next. */
  kill: () => Promise<void>
  /** Listens again, where it was. */
  start: () => Promise<void>
}

/** A receiver on every address of this machine, by HTTP or, with a certificate, by HTTPS. */
export async function startHttpReceiver(tls?: { cert: string; key: string }): Promise<HttpReceiver> {
  const receiver: HttpReceiver = {
    port: 0,
    received: [],
    answer: (_request, response) => void response.writeHead(200).end('{}'),
    kill: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    start: async () => {
      server = make()
      server.listen(receiver.port, '0.0.0.0')
      await once(server, 'listening')
      receiver.port = (server.address() as AddressInfo).port
    },
  }
  const take = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url = '', headers, socket } = request
    const body = Buffer.concat(chunks).toString('utf8')
    const received = { method, url, headers, body, localAddress: socket.localAddress ?? '' }
    receiver.received.push(received)
    receiver.answer(received, response)
  }
  const listen = (request: http.IncomingMessage, response: http.ServerResponse): void =>
    // The other side may go away in the middle.
    void take(request, response).catch(() => undefined)
  const make = (): http.Server => (tls ? https.createServer(tls, listen) : http.createServer(listen))
  let server: http.Server
  await receiver.start()
  return receiver
}
