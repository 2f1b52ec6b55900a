import http from 'node:http'
import { MAX_NOTE_BYTES } from '#ledger/notes/note.ts'
import { readLimited } from './read-limited.ts'
import type { Witness } from './witness.ts'

const TEXT = 'text/plain; charset=utf-8'
const MOST_BYTES = 2 * MAX_NOTE_BYTES
const BUSY_SECONDS = 2
const TIMEOUT_MS = 20_000
const CHECKPOINT = /^\/([0-9a-f]{64})\/checkpoint$/

type Answer = { status: number; body: string; headers?: Record<string, string> }
const notFound: Answer = { status: 404, body: 'not found\n' }

/** The addresses of a witness: `add-checkpoint` for logs, `<hash of a name>/checkpoint` for everybody. @see c2sp.org/tlog-witness */
export function witnessServer(witness: Witness): http.Server {
  const limits = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, keepAliveTimeout: 60_000 }
  const server = http.createServer(limits, (request, response) => void respond(witness, request, response))
  // Who asks and does not read the answer.
  server.timeout = TIMEOUT_MS
  return server
}

async function respond(witness: Witness, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { status, body, headers } = await answer(witness, request).catch((error: unknown): Answer => {
    process.stderr.write(`quantumshield: a request failed: ${error instanceof Error ? error.message : 'error'}\n`)
    return { status: 500, body: 'failed\n' }
  })
  response.writeHead(status, { 'content-type': TEXT, 'cache-control': 'no-store', ...headers })
  response.end(body)
}

async function answer(witness: Witness, request: http.IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request
  if (method === 'POST' && url === '/add-checkpoint') return add(witness, request)
  const [, hash] = CHECKPOINT.exec(url) ?? []
  if (hash === undefined || (method !== 'GET' && method !== 'HEAD')) return notFound
  const note = witness.checkpoint(hash)
  if (note === undefined) return { status: 404, body: 'nothing was signed for this log\n' }
  // Pages of others may compare what they were shown.
  return { status: 200, body: note, headers: { 'access-control-allow-origin': '*' } }
}

async function add(witness: Witness, request: http.IncomingMessage): Promise<Answer> {
  const body = await readLimited(request, MOST_BYTES)
  if (body === undefined) return { status: 413, body: 'too large\n', headers: { connection: 'close' } }
  const answered = await witness.add(body)
  if (!answered) return { status: 503, body: 'busy\n', headers: { 'retry-after': String(BUSY_SECONDS) } }
  return answered.status === 409 ? { ...answered, headers: { 'content-type': 'text/x.tlog.size' } } : answered
}
