import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import zlib from 'node:zlib'

/** What becomes of an answer on its way. */
export type Alteration = {
  /** The addresses, without what is asked of them. */
  at: string | RegExp
  body?: (text: string) => string
  /** What the server is asked for instead. */
  from?: string
  /** Undefined takes a header away. */
  headers?: Record<string, string | undefined>
  /** Of answers in this encoding only; otherwise in every one. */
  only?: 'br'
  /** For some visitors only. */
  for?: (asked: http.IncomingHttpHeaders) => boolean
}

export type AlteringProxy = {
  url: string
  /** From now on; earlier ones are forgotten. */
  alter: (alterations: readonly Alteration[]) => void
  stop: () => Promise<void>
}

/** Stands between browsers and a server and exchanges what the server delivers: a hostile cache, or the server itself. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  let alterations: readonly Alteration[] = []
  const pass = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const { pathname } = new URL(incoming.url ?? '/', target)
    const applied = alterations.filter((one) => fits(one, pathname, incoming.headers))
    const isChanged = applied.some(({ body }) => body)
    // Asked without compression, so that it can be changed.
    const headers = { ...incoming.headers, ...(isChanged && { 'accept-encoding': 'identity' }) }
    const asked = applied.find(({ from }) => from)?.from ?? incoming.url ?? '/'
    const asking = http.request(target + asked, { method: incoming.method, headers }, (answer) => {
      void send(answer, { outgoing, applied }).catch(() => outgoing.destroy())
    })
    asking.on('error', () => outgoing.destroy())
    incoming.pipe(asking)
  }
  const proxy = http.createServer((incoming, outgoing) => void pass(incoming, outgoing))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    alter: (next) => {
      alterations = next
    },
    stop: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function fits({ at, only, for: isFor }: Alteration, pathname: string, asked: http.IncomingHttpHeaders): boolean {
  if (typeof at === 'string' ? at !== pathname : !at.test(pathname)) return false
  return (!only || String(asked['accept-encoding']).includes(only)) && (isFor?.(asked) ?? true)
}

type Passing = { outgoing: http.ServerResponse; applied: readonly Alteration[] }

async function send(answer: http.IncomingMessage, { outgoing, applied }: Passing): Promise<void> {
  const bodies = applied.filter(({ body }) => body)
  const headers: http.OutgoingHttpHeaders = { ...answer.headers }
  for (const [name, value] of applied.flatMap((one) => Object.entries(one.headers ?? {}))) {
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  if (bodies.length === 0) {
    answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, headers))
    return
  }
  const text = bodies.reduce((changed, { body }) => body?.(changed) ?? changed, (await buffer(answer)).toString())
  const isPacked = bodies.some(({ only }) => only)
  const content = isPacked ? zlib.brotliCompressSync(text) : Buffer.from(text)
  // Browsers ask whether what they have is still good.
  delete headers['etag']
  delete headers['last-modified']
  headers['content-length'] = content.length
  if (isPacked) headers['content-encoding'] = 'br'
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(content)
}
