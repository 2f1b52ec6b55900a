import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { CheckServices } from '#server/checks/check.ts'

type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Given = { status: number; headers: OutgoingHttpHeaders; body: Buffer }
/** @param ask passes the request on to the whole server. */
export type Breakage = (seen: Seen, ask: () => Promise<Given>) => Promise<Given> | Given

export type BrokenFront = {
  /** The services of the server behind it, whose checks ask this front. */
  services: CheckServices
  /** From now on, on top of what was broken before. @returns mends it. */
  breakBy: (breakage: Breakage) => () => void
  /** From now on, the answer to a request whose connection ends in the middle of its body. @returns mends it. */
  answerCut: (status: number) => () => void
  stop: () => Promise<void>
}

/** As Node answers. */
const USUAL_CUT = 400

/** A server that is broken in some respects: it answers as the whole one behind it does, but for what a test changes. */
export async function startBrokenFront(services: CheckServices): Promise<BrokenFront> {
  const breakages = new Set<Breakage>()
  const front = http.createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await buffer(request)
      const { method = 'GET', url: path = '/', headers } = request
      const seen = { method, path, headers, body: body.toString('utf8') }
      const whole = async () => passOn(services.config.port, { method, path, headers, body })
      const given = await [...breakages].reduce<() => Promise<Given>>(
        (ask, breakage) => async () => breakage(seen, ask),
        whole,
      )()
      response.writeHead(given.status, { ...given.headers, 'content-length': given.body.length })
      response.end(given.body)
    }
    answer().catch(() => response.destroy())
  })
  let cut = USUAL_CUT
  front.on('clientError', (_error, socket) =>
    socket.end(`HTTP/1.1 ${cut} Cut\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
  )
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  return {
    services: { ...services, config: { ...services.config, port } },
    breakBy: (breakage) => {
      breakages.add(breakage)
      return () => void breakages.delete(breakage)
    },
    answerCut: (status) => {
      cut = status
      return () => void (cut = USUAL_CUT)
    },
    stop: async () => {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}

type Passed = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

function passOn(port: number, { body, ...asked }: Passed): Promise<Given> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, agent: false, ...asked }, (response) => {
      const { 'transfer-encoding': _chunks, connection: _connection, ...headers } = response.headers
      buffer(response).then((whole) => resolve({ status: response.statusCode ?? 0, headers, body: whole }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** @returns an answer in JSON. */
export const json = (status: number, value: unknown): Given => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})
