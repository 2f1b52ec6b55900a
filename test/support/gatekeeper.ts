import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Seen = { method: string; path: string }
/** What becomes of a request: it passes, its connection breaks before or after the server had it, or it gets an answer of failure. */
export type Verdict = 'pass' | 'drop' | 'lose-answer' | 'refuse'

/** Stands between a client and the server and decides about each request. */
export type Gatekeeper = {
  url: string
  /** Every request that came, also those that did not pass. */
  seen: Seen[]
  /** From now on; forgets what was seen. */
  decide: (verdict: (request: Seen) => Verdict | Promise<Verdict>) => void
  stop: () => Promise<void>
}

export async function startGatekeeper(serverUrl: string): Promise<Gatekeeper> {
  const { hostname, port } = new URL(serverUrl)
  const seen: Seen[] = []
  let decide: (request: Seen) => Verdict | Promise<Verdict> = () => 'pass'

  const handle = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming
    seen.push({ method, path })
    const verdict = await decide({ method, path })
    if (verdict === 'drop') return void incoming.socket.destroy()
    if (verdict === 'refuse') {
      incoming.resume()
      await new Promise((resolve) => incoming.once('end', resolve))
      return void outgoing
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"message":"refused by the test"}')
    }
    const forwarded = http.request({ hostname, port, method, path, headers: incoming.headers, agent: false })
    forwarded.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => outgoing.writableFinished || forwarded.destroy())
    incoming.pipe(forwarded)
    const answer = await new Promise<http.IncomingMessage>((resolve) => forwarded.once('response', resolve))
    if (verdict === 'lose-answer') {
      answer.resume()
      await new Promise((resolve) => answer.once('end', resolve))
      return void incoming.socket.destroy()
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  }
  const gate = http.createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    seen,
    decide: (verdict) => {
      decide = verdict
      seen.length = 0
    },
    stop: async () => {
      gate.closeAllConnections()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}
