import { type Hint, readMessage } from './live-message.ts'
import { onReachable, connectivity } from './connectivity.ts'

type Options = {
  apikey: string
  /** Undefined while signed out. */
  readToken: () => Promise<string | undefined>
  onHint: (hint: Hint) => void
  /** The server does not let this session listen, for example because the session was ended elsewhere. */
  onRefused: () => void
}

const TOPIC = 'realtime:hints'
const HEARTBEAT_MS = 25_000
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 120_000
/** A connection that lasted this long was a good one: the next one is tried soon. */
const STEADY_MS = 5_000
/** So many without ever having joined: then only when the window is looked at again, or the server is back. */
const FRUITLESS_TRIES = 4
/** Hints of rows that everybody finds for themselves under row-level security. */
const CONFIG = {
  postgres_changes: [{ event: 'INSERT', schema: 'realtime', table: 'hints' }],
  // Without them there is nothing to stay for.
  postgres_changes_options: { wait: true },
}

/**
 * Hears of changes over one WebSocket, and connects again when that breaks, later each time. What it hears is one of five words: a
 * server that lies makes the page read its lists once more, or not; what they show is verified as ever.
 * @returns ends it
 */
export function listenForHints({ apikey, readToken, onHint, onRefused }: Options): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let joins = 0
  let joinedAtMs = Infinity
  const over = new AbortController()

  const close = (): void => {
    clearTimeout(timer)
    const last = socket
    socket = undefined
    last?.close()
  }
  const connectLater = (): void => {
    // Perhaps a proxy in between takes no WebSockets: the browser would report each try.
    if (joins === 0 && failures >= FRUITLESS_TRIES) return
    const waitMs = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** failures++)
    clearTimeout(timer)
    // Not all pages at once, after a server was away.
    timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random()))
  }
  const connect = async (): Promise<void> => {
    clearTimeout(timer)
    // A page that is away, or whose server is, tries again when that has changed.
    const mayConnect = () =>
      !over.signal.aborted && !socket && connectivity.read() === 'reachable' && document.visibilityState === 'visible'
    if (!mayConnect()) return
    const token = await readToken().catch(() => undefined)
    if (token === undefined || !mayConnect()) return
    const opened = openSocket({ apikey, token, readToken })
    socket = opened
    opened.addEventListener('message', ({ data }) => {
      const message = readMessage(data)
      if (message === 'refused') {
        opened.close()
        return onRefused()
      }
      if (message !== 'joined') return message && onHint(message)
      joinedAtMs = performance.now()
      // At first the page has just read its lists.
      if (joins++ > 0) onHint('all')
    })
    opened.addEventListener('close', () => {
      if (socket !== opened) return
      socket = undefined
      // A server that lets the page join and drops it again is asked later and later as well.
      if (performance.now() - joinedAtMs > STEADY_MS) failures = 0
      joinedAtMs = Infinity
      connectLater()
    })
  }
  const onShow = (): void => void connect()
  // An open connection would keep the page out of the browser's cache of pages.
  addEventListener('pagehide', close, { signal: over.signal })
  addEventListener('pageshow', onShow, { signal: over.signal })
  document.addEventListener('visibilitychange', onShow, { signal: over.signal })
  const forget = onReachable(onShow)
  onShow()
  return () => {
    over.abort()
    close()
    forget()
  }
}

/** Joins, says that it is there, and hands over a newer token before the old one ends. */
function openSocket({
  apikey,
  token,
  readToken,
}: Pick<Options, 'apikey' | 'readToken'> & { token: string }): WebSocket {
  const address = new URL('/realtime/v1/websocket', location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  address.search = new URLSearchParams({ apikey, vsn: '1.0.0' }).toString()
  const socket = new WebSocket(address)
  let ref = 0
  const send = (event: string, payload: unknown, topic = TOPIC): void =>
    socket.send(JSON.stringify({ topic, event, payload, ref: String(++ref), join_ref: '1' }))
  const beat = async (): Promise<void> => {
    const renewed = await readToken().catch(() => undefined)
    if (socket.readyState !== WebSocket.OPEN) return
    if (renewed === undefined) return socket.close()
    send('heartbeat', {}, 'phoenix')
    send('access_token', { access_token: renewed })
  }
  let heartbeat: ReturnType<typeof setInterval> | undefined
  socket.addEventListener('open', () => {
    send('phx_join', { config: CONFIG, access_token: token })
    heartbeat = setInterval(() => void beat(), HEARTBEAT_MS)
  })
  socket.addEventListener('close', () => clearInterval(heartbeat))
  return socket
}
