import http from 'node:http'
import { whenDone } from './cleanup.ts'

export type Request = { method?: string; headers: Record<string, string>; body?: string | Buffer }
export type Answer = { status: number; text: string }
export type HttpClient = (path: string, request: Request) => Promise<Answer>

/** A client that keeps `connections` open to one server. Node's own: what it costs, it costs every contender. */
export function httpClient(origin: string, connections: number): HttpClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  whenDone(async () => agent.destroy())
  return (path, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = http.request(origin + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

/** The answer, when it is a success. @throws {Error} quoting any other. */
export async function succeed(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
  return { status, text }
}
