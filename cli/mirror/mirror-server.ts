import http from 'node:http'
import { createGunzip } from 'node:zlib'
import { MAX_NOTE_BYTES } from '#ledger/notes/note.ts'
import { readLimited } from '../witness/read-limited.ts'
import type { Mirror, MirrorAnswer } from './mirror.ts'

const TEXT = 'text/plain; charset=utf-8'
const MOST_CHECKPOINT_BYTES = 2 * MAX_NOTE_BYTES
const BUSY_SECONDS = 2
/** For a whole request: a client that sends slowly keeps what arrived, and continues with another one. */
const TIMEOUT_MS = 120_000
const HEADERS_TIMEOUT_MS = 20_000
const MOST_CONNECTIONS = 256
/** Without a byte: it makes room for others. */
const IDLE_MS = 20_000
/** Uploads at once: each holds a package, which may be 16 MB. */
const MOST_UPLOADS = 8
const ADDRESS = /^\/([0-9a-f]{64})\/(checkpoint|tile\/[0-9a-z/.]{1,80})$/

type Answer = { status: number; body: string | Uint8Array; headers?: Record<string, string> }
const notFound: Answer = { status: 404, body: 'not found\n' }

/**
 * The addresses of a mirror: `add-checkpoint` and `add-entries` for logs; `<hash of a name>/checkpoint` and `<hash of a name>/tile/…` for everybody.
 *
 * @see c2sp.org/tlog-mirror
 */
export function mirrorServer(mirror: Mirror): http.Server {
  const limits = { requestTimeout: TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: 60_000 }
  const uploads = { running: 0 }
  const server = http.createServer(limits, (request, response) => {
    void respond(mirror, uploads, request, response)
  })
  server.maxConnections = MOST_CONNECTIONS
  // Who asks and does not read the answer.
  server.timeout = TIMEOUT_MS
  return server
}

type Uploads = { running: number }

async function respond(
  mirror: Mirror,
  uploads: Uploads,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { status, body, headers } = await answer(mirror, uploads, request).catch((error: unknown): Answer => {
    process.stderr.write(`quantumshield: a request failed: ${error instanceof Error ? error.message : 'error'}\n`)
    return { status: 500, body: 'failed\n' }
  })
  response.writeHead(status, {
    'content-type': TEXT,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  // What is left of a request is not kept, but read for a while: a client that still sends would not see the answer.
  request.resume()
}

async function answer(mirror: Mirror, uploads: Uploads, request: http.IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await readLimited(request, MOST_CHECKPOINT_BYTES)
    if (body === undefined) return { status: 413, body: 'too large\n', headers: { connection: 'close' } }
    return withHeaders(await mirror.addCheckpoint(body))
  }
  if (method === 'POST' && url === '/add-entries') return addEntries(mirror, uploads, request)
  const [, hash = '', address = ''] = ADDRESS.exec(url) ?? []
  if (hash === '' || (method !== 'GET' && method !== 'HEAD')) return notFound
  return address === 'checkpoint' ? showCheckpoint(mirror, hash) : showTile(mirror, hash, address)
}

async function addEntries(mirror: Mirror, uploads: Uploads, request: http.IncomingMessage): Promise<Answer> {
  if (uploads.running >= MOST_UPLOADS) return withHeaders({ status: 503, body: 'busy\n' })
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity') {
    return { status: 415, body: 'gzip or nothing\n', headers: { 'accept-encoding': 'gzip' } }
  }
  uploads.running += 1
  request.setTimeout(IDLE_MS, () => request.destroy())
  const unpacked = encoding === 'gzip' ? request.pipe(createGunzip()) : undefined
  // An error of the connection does not reach what it is piped to.
  request.once('error', (error) => unpacked?.destroy(error))
  request.once('aborted', () => unpacked?.destroy(new Error('aborted')))
  try {
    const pieces: AsyncIterable<Uint8Array> = (unpacked ?? request).iterator({ destroyOnReturn: false })
    return withHeaders(await mirror.addEntries(pieces), { 'accept-encoding': 'gzip' })
  } finally {
    uploads.running -= 1
    if (unpacked) {
      request.unpipe(unpacked)
      unpacked.on('error', () => undefined).destroy()
    }
  }
}

function showCheckpoint(mirror: Mirror, hash: string): Answer {
  const note = mirror.checkpoint(hash)
  if (note === undefined) return { status: 404, body: 'nothing is kept of this log\n' }
  // Pages of others may compare what they were shown.
  return { status: 200, body: note, headers: { 'access-control-allow-origin': '*' } }
}

function showTile(mirror: Mirror, hash: string, address: string): Answer {
  const bytes = mirror.read(hash, address)
  if (!bytes) return notFound
  const isFull = !address.includes('.p/')
  return {
    status: 200,
    body: bytes,
    headers: {
      'content-type': 'application/octet-stream',
      'cache-control': isFull ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
      'access-control-allow-origin': '*',
    },
  }
}

function withHeaders({ status, body, type }: MirrorAnswer, more: Record<string, string> = {}): Answer {
  const headers = {
    ...more,
    ...(type && { 'content-type': type }),
    ...(status === 503 && { 'retry-after': String(BUSY_SECONDS) }),
  }
  return { status, body, headers }
}
