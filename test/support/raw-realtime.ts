import type { IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'
import { Heard } from './realtime.ts'
import type { TestServer } from './server/test-server.ts'

export type Raw = { socket: WebSocket; frames: Heard<unknown[]>; closed: Promise<number> }

// ws gives one buffer for a frame.
export const textOf = (data: RawData): string => (data as Buffer).toString()

export const addressOf = ({ url, secrets }: TestServer) =>
  `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${secrets.publishableKeys[0]}`

/** A client that sends whatever the test says. */
export function open(at: TestServer, headers: Record<string, string> = {}): Promise<Raw> {
  const socket = new WebSocket(addressOf(at), { headers })
  const frames = new Heard<unknown[]>()
  socket.on('message', (data, isBinary) => !isBinary && frames.add(JSON.parse(textOf(data)) as unknown[]))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, frames, closed }))
    socket.once('error', reject)
  })
}

/** The status of a refused upgrade. */
export async function refusedWith(address: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return (await refusalAt(address, headers))?.statusCode
}

/** The whole answer to a WebSocket that is refused; undefined for one that opens. */
export async function refusalAt(
  address: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage | undefined> {
  const socket = new WebSocket(address, { headers })
  return new Promise((resolve) => {
    socket.once('unexpected-response', (request, response) => {
      resolve(response)
      request.destroy()
    })
    socket.once('open', () => {
      socket.close()
      resolve(undefined)
    })
    socket.on('error', () => undefined)
  })
}

export const join = (topic: string, ref: string, config: unknown = {}, token?: string) =>
  JSON.stringify([ref, ref, topic, 'phx_join', { config, access_token: token }])
