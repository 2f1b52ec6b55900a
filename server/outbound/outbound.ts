import dgram from 'node:dgram'
import { Resolver, lookup } from 'node:dns/promises'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { isPublic, type PrivateHosts } from './networks.ts'
import { asOutboundError, OutboundError } from './outbound-error.ts'

const CONNECT_MS = 5_000
/** From the question to DNS until the last byte of the answer. */
const TOTAL_MS = 10_000
const MOST_BYTES = 64 * 1024
const MOST_HEADER_BYTES = 16 * 1024

export type OutboundSettings = {
  /** What may be reached beside the public internet, and without TLS. */
  privateHosts: PrivateHosts
  /** Empty: those of the machine. */
  dnsServers: readonly string[]
  /** In PEM: authorities that are trusted beside those that Node knows. */
  ca: string | undefined
}

/** A host that was looked up once: the socket is connected to this address and to no other. */
type Endpoint = { address: string; family: 4 | 6 }

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** In PEM: then only what these issued is trusted. */
  ca?: string | undefined
  /** What is longer is not read. */
  mostBytes?: number
}

export type OutboundAnswer = { status: number; body: Buffer; isCut: boolean }

/** An answer that comes bit by bit. Whoever opened it reads or destroys `body`. */
export type OpenAnswer = { status: number; headers: http.IncomingHttpHeaders; body: http.IncomingMessage }

type Target = { host: string; port: number; ca?: string | undefined }

/**
 * The one way to an address that somebody typed: an administrator may type any, and this server stands where they do not. Only addresses of the
 * public internet are reached, and what the operator allows; a name is looked up once, and the socket connected to what was checked; no
 * redirect is followed.
 */
export class Outbound {
  readonly #settings: OutboundSettings

  constructor(settings: OutboundSettings) {
    this.#settings = settings
  }

  /**
   * Sends a request by HTTPS, or by HTTP to a host that the operator allows.
   * @returns the answer, whatever its status. @throws {OutboundError}
   */
  async request(address: string, wanted: OutboundRequest): Promise<OutboundAnswer> {
    return this.#within(async (signal) => {
      const url = readAddress(address)
      const endpoint = await this.#find(hostOf(url), url.protocol === 'http:', signal)
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: wanted.method,
        headers: { ...wanted.headers },
        lookup: toward(endpoint),
        // A connection of its own: a kept one may lead to what an earlier answer of DNS named.
        agent: false,
        maxHeaderSize: MOST_HEADER_BYTES,
        signal,
        ...(url.protocol === 'https:' && this.#trusted(wanted.ca)),
      })
      endLate(request, url.protocol === 'https:' ? 'secureConnect' : 'connect')
      request.end(wanted.body)
      const [response] = (await once(request, 'response', { signal })) as [http.IncomingMessage]
      try {
        return { status: response.statusCode ?? 0, ...(await readSome(response, wanted.mostBytes ?? MOST_BYTES)) }
      } finally {
        request.destroy()
      }
    })
  }

  /**
   * As `request`, for answers that come bit by bit and may take long: what limits their time is `signal`.
   * @param limits `answerMs` until the head of the answer is there
   * @throws {OutboundError}
   */
  async open(
    address: string,
    wanted: Omit<OutboundRequest, 'mostBytes'>,
    { signal, answerMs }: { signal: AbortSignal; answerMs: number },
  ): Promise<OpenAnswer> {
    const late = AbortSignal.timeout(answerMs)
    const ended = AbortSignal.any([signal, late])
    let isAnswered = false
    try {
      const url = readAddress(address)
      const endpoint = await this.#find(hostOf(url), url.protocol === 'http:', ended)
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: wanted.method,
        headers: { ...wanted.headers },
        lookup: toward(endpoint),
        agent: false,
        maxHeaderSize: MOST_HEADER_BYTES,
        signal,
        ...(url.protocol === 'https:' && this.#trusted(wanted.ca)),
      })
      endLate(request, url.protocol === 'https:' ? 'secureConnect' : 'connect')
      late.addEventListener('abort', () => isAnswered || request.destroy(new OutboundError('too_late')), { once: true })
      request.end(wanted.body)
      const [body] = (await once(request, 'response', { signal: ended })) as [http.IncomingMessage]
      isAnswered = true
      return { status: body.statusCode ?? 0, headers: body.headers, body }
    } catch (error) {
      signal.throwIfAborted()
      throw late.aborted ? new OutboundError('too_late', { cause: error }) : asOutboundError(error)
    }
  }

  /** Whether an address leads into a network that is not the public internet and that the operator allows. @throws {OutboundError} */
  async isPrivate(address: string): Promise<boolean> {
    const url = readAddress(address)
    return this.#within(async (signal) => {
      const { address: found } = await this.#find(hostOf(url), url.protocol === 'http:', signal)
      return !isPublic(found)
    })
  }

  /** Looks whether an address may be reached, without reaching it. @throws {OutboundError} */
  async examine(host: string, { isPlain }: { isPlain: boolean }): Promise<void> {
    await this.#within((signal) => this.#find(host, isPlain, signal))
  }

  /** Runs `work` with a connection by TCP, and closes it. @throws {OutboundError} also what `work` fails with. */
  async byTcp<T>({ host, port }: Target, work: (socket: net.Socket) => Promise<T>): Promise<T> {
    return this.#within(async (signal) => {
      const endpoint = await this.#find(host, false, signal)
      const socket = net.connect({ host: endpoint.address, port, signal })
      return withSocket(socket, 'connect', work)
    })
  }

  /** As `byTcp`, by TLS. */
  async byTls<T>({ host, port, ca }: Target, work: (socket: net.Socket) => Promise<T>): Promise<T> {
    return this.#within(async (signal) => {
      const endpoint = await this.#find(host, false, signal)
      const plain = net.connect({ host: endpoint.address, port, signal })
      const servername = net.isIP(host) ? {} : { servername: host }
      // The name decides which certificate is right, the checked address where the socket leads.
      const socket = tls.connect({ socket: plain, host, ...servername, ...this.#trusted(ca) })
      plain.on('error', (error) => socket.destroy(error))
      return withSocket(socket, 'secureConnect', work)
    })
  }

  /** Runs `work` with a socket for datagrams to one place. */
  async byUdp<T>({ host, port }: Target, work: (socket: dgram.Socket) => Promise<T>): Promise<T> {
    return this.#within(async (signal) => {
      const { address, family } = await this.#find(host, false, signal)
      const socket = dgram.createSocket(family === 6 ? 'udp6' : 'udp4')
      try {
        socket.connect(port, address)
        await once(socket, 'connect', { signal })
        return await work(socket)
      } finally {
        socket.close()
      }
    })
  }

  async #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new OutboundError('too_late')), TOTAL_MS)
    const isLate = new Promise<never>((_resolve, reject) => {
      late.signal.addEventListener('abort', () => reject(asOutboundError(late.signal.reason)))
    })
    try {
      return await Promise.race([work(late.signal), isLate])
    } catch (error) {
      throw asOutboundError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param isPlain without TLS, for what carries a token or the facts of an organisation through the internet. */
  async #find(host: string, isPlain: boolean, signal: AbortSignal): Promise<Endpoint> {
    const addresses = await this.#resolve(host)
    signal.throwIfAborted()
    const { privateHosts } = this.#settings
    const isAllowed = (address: string) => privateHosts.allows(host, address)
    if (isPlain && !addresses.every(isAllowed)) throw new OutboundError('needs_https')
    // One that is not fit spoils the name: who answers for it decides which of them is taken next time.
    if (!addresses.every((address) => isPublic(address) || isAllowed(address))) {
      throw new OutboundError('private_network')
    }
    const [address] = addresses
    if (address === undefined) throw new OutboundError('unknown_host')
    return { address, family: net.isIP(address) === 6 ? 6 : 4 }
  }

  async #resolve(host: string): Promise<string[]> {
    if (net.isIP(host)) return [host]
    const { dnsServers } = this.#settings
    try {
      if (dnsServers.length === 0) return (await lookup(host, { all: true })).map(({ address }) => address)
      const resolver = new Resolver({ timeout: CONNECT_MS / 2, tries: 2 })
      resolver.setServers(dnsServers)
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } catch (cause) {
      throw new OutboundError('unknown_host', { cause })
    }
  }

  #trusted(given: string | undefined): { ca?: string[] } {
    if (given !== undefined) return { ca: [given] }
    const { ca } = this.#settings
    return ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] }
  }
}

/** @throws {OutboundError} for what is no address of HTTP, or carries credentials, which logs and lists would show. */
export function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError('needs_https')
  if (url.username || url.password) throw new OutboundError('has_password')
  return url
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** For `net.connect`: whatever it asks, this is the address. */
function toward({ address, family }: Endpoint): net.LookupFunction {
  return (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family))
}

function endLate(request: http.ClientRequest, connected: 'connect' | 'secureConnect'): void {
  const timer = setTimeout(() => request.destroy(new OutboundError('too_late')), CONNECT_MS)
  request.once('socket', (socket) => socket.once(connected, () => clearTimeout(timer)))
  request.once('close', () => clearTimeout(timer))
  // Behind the answer, such as that the rest of it was not read.
  request.on('error', () => undefined)
}

async function readSome(response: http.IncomingMessage, mostBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) return { body: Buffer.concat(chunks).subarray(0, mostBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

async function withSocket<T>(
  socket: net.Socket,
  connected: 'connect' | 'secureConnect',
  work: (socket: net.Socket) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => socket.destroy(new OutboundError('too_late')), CONNECT_MS)
  // Also an error that comes when nobody waits for one any more must not end the process.
  socket.on('error', () => undefined)
  try {
    await once(socket, connected)
    clearTimeout(timer)
    return await work(socket)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
