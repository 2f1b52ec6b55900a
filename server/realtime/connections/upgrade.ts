import { type IncomingHttpHeaders, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { forwardedAddress } from '../../http/forwarded-address.ts'
import { CallerError, type Callers, isForeignOrigin } from '../../http/caller.ts'
import { type Version, VERSIONS } from './frames.ts'
import { FRAME_BYTES } from '../realtime-limits.ts'

const SOCKET_PATH = '/realtime/v1/websocket'

type Opening = { version: Version; headers: IncomingHttpHeaders; address: string }

export type UpgradeRules = {
  callers: Callers
  /** Origin of our own pages. */
  origin: string
  corsOrigins: readonly string[]
  isBehindProxy: boolean
  refusal: (address: string) => 429 | 503 | undefined
  onOpen: (socket: WebSocket, opening: Opening) => void
  onError: (error: unknown) => void
}

class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Takes WebSockets at one address, and refuses the others as HTTP. Anything else that asks for an upgrade is an ordinary request. */
export function acceptUpgrades(server: Server, rules: UpgradeRules): { close: () => void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  })
  // Without it, a listener for upgrades would get every request with such a header, and those to other addresses no answer.
  const upgrading = server as Server & { shouldUpgradeCallback?: (request: IncomingMessage) => boolean }
  upgrading.shouldUpgradeCallback = ({ url = '', headers }) =>
    url.split('?', 1)[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
  const answer = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    // A connection that breaks while its key is looked at.
    const onBreak = (): void => void socket.destroy()
    socket.on('error', onBreak)
    try {
      const opening = await judge(request, rules)
      socket.off('error', onBreak)
      sockets.handleUpgrade(request, socket, head, (opened) => rules.onOpen(opened, opening))
    } catch (error) {
      if (!(error instanceof UpgradeError)) rules.onError(error)
      refuse(socket, error instanceof UpgradeError ? error : new UpgradeError(500, 'something went wrong'))
    }
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => void answer(request, socket, head)
  server.on('upgrade', onUpgrade)
  return { close: () => server.off('upgrade', onUpgrade) }
}

/** @throws {UpgradeError} */
async function judge(request: IncomingMessage, rules: UpgradeRules): Promise<Opening> {
  const { headers } = request
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  const { origin } = headers
  const isAllowed = rules.corsOrigins.includes('*') || (origin !== undefined && rules.corsOrigins.includes(origin))
  if (origin !== undefined && !isAllowed && isForeignOrigin(headers, rules.origin)) {
    throw new UpgradeError(403, 'pages of this origin may not connect')
  }
  const version = VERSIONS.find((known) => known === (query.get('vsn') ?? '1.0.0'))
  if (!version) throw new UpgradeError(400, 'vsn is 1.0.0 or 2.0.0')
  const address = networkOf(addressOf(request, rules.isBehindProxy))
  const full = rules.refusal(address)
  if (full !== undefined) throw new UpgradeError(full, 'too many connections')
  const kept = keptHeaders(headers, query.get('apikey'))
  try {
    await rules.callers.resolve(kept)
  } catch (error) {
    if (error instanceof CallerError) throw new UpgradeError(401, error.message)
    throw error
  }
  return { version, headers: kept, address }
}

/** What later joins are judged by: the key, and where the page came from that sends them. */
function keptHeaders(headers: IncomingHttpHeaders, apikey: string | null): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {}
  const key = apikey ?? headers.apikey ?? headers['x-api-key']
  if (key) kept['apikey'] = key
  if (headers.host !== undefined) kept.host = headers.host
  if (headers.origin !== undefined) kept.origin = headers.origin
  const site = headers['sec-fetch-site']
  if (site !== undefined) kept['sec-fetch-site'] = site
  return kept
}

/** As for other requests: behind a proxy, the address that the proxy itself saw. */
function addressOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const seen = isBehindProxy ? forwardedAddress(headers['x-forwarded-for']) : undefined
  return seen ?? socket.remoteAddress ?? ''
}

function refuse(socket: Duplex, { status, message }: UpgradeError): void {
  const body = JSON.stringify({ message })
  const headers = {
    ...BASELINE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 503 || status === 429 ? { 'retry-after': 5 } : {}),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
