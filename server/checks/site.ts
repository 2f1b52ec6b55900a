import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { selfTestHeaders } from '../http/self-test.ts'
import type { Secrets } from '../secrets.ts'
import { type Listener, ownListener, publicListener } from '../status/own-listener.ts'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** As it was sent: none of the checks asks for compression unless it says so. */
  body: Buffer
  text: string
  /** @throws {SyntaxError} when the body is no JSON */
  json: () => unknown
}

export type Asked = {
  method?: string
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | Buffer | object
  /** A session's access token. */
  token?: string
  /** Without the publishable key. */
  isWithoutKey?: boolean
  /** Announces more bytes than the body has; the connection ends after those. */
  announcedBytes?: number
}

const LARGEST_ANSWER = 16 * 1024 * 1024
/** Maximum for one answer, in milliseconds: less than a check may take, so that a check can say which address was silent. */
const MAX_ANSWER_MS = 9000

type SiteSettings = {
  listener: Listener
  publicUrl: string
  publishableKey: string
  /** Makes what each request carries, so that the server counts it for an address of its own; another one each time. */
  newAddress: () => () => Record<string, string>
  signal: AbortSignal
  /** Multiplies the time that an answer may take. */
  patience?: number
}

/** This server, or for one that only works on jobs the installation as people reach it. */
export function ownSite(
  { config, secrets, clock = systemClock }: { config: Config; secrets: Secrets; clock?: Clock | undefined },
  signal: AbortSignal,
  patience = 1,
): Site {
  const listener =
    config.role === 'worker'
      ? publicListener(config.publicUrl)
      : ownListener({ address: config.host, port: config.port }, { isTls: Boolean(config.tls) })
  const [publishableKey] = secrets.publishableKeys
  const newAddress = () => selfTestHeaders(secrets.serverSecret, clock)
  return new Site({ listener, publicUrl: config.publicUrl, publishableKey, newAddress, signal, patience })
}

/** Asks the server over a socket, as programs and browsers of people do. */
export class Site {
  readonly #settings: SiteSettings
  readonly #selfTest: () => Record<string, string>

  constructor(settings: SiteSettings) {
    this.#settings = settings
    this.#selfTest = settings.newAddress()
  }

  /** The same server, asked from another address. */
  elsewhere(): Site {
    return new Site(this.#settings)
  }

  get origin(): string {
    return this.#settings.publicUrl
  }

  /** @throws when there is no answer in time */
  ask(path: string, asked: Asked = {}): Promise<Answer> {
    const { listener, publicUrl, signal, patience = 1 } = this.#settings
    const { method = 'GET', body, announcedBytes } = asked
    const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const headers = {
      host: new URL(publicUrl).host,
      ...this.#headersOf(asked),
      ...(sent !== undefined && lengthOf(announcedBytes ?? Buffer.byteLength(sent))),
    }
    const { host, port, isTls } = listener
    const options = {
      host,
      port,
      path,
      method,
      headers,
      signal,
      timeout: MAX_ANSWER_MS * patience,
      agent: false as const,
    }
    return new Promise((resolve, reject) => {
      // The name on the certificate is the public one; SEC-03 looks at it.
      const request = (isTls ? https : http).request({ ...options, rejectUnauthorized: false }, (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes > LARGEST_ANSWER) request.destroy(new Error(`the answer of ${path} is too long`))
        })
        response.on('error', reject)
        response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks))))
      })
      request.on('timeout', () => request.destroy(new Error(`${method} ${path} did not answer`)))
      request.on('error', reject)
      if (announcedBytes === undefined) request.end(sent)
      else request.write(sent ?? '', () => request.socket?.end())
    })
  }

  /** The parsed answer of a request that has to succeed. @throws with the status otherwise */
  async read(path: string, asked: Asked = {}): Promise<unknown> {
    const answer = await this.ask(path, asked)
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${asked.method ?? 'GET'} ${path.split('?', 1)[0] ?? path} answered ${answer.status}`)
    }
    return answer.text === '' ? null : answer.json()
  }

  #headersOf({ headers, body, token, isWithoutKey = false }: Asked): Record<string, string> {
    const { publishableKey } = this.#settings
    return {
      ...this.#selfTest(),
      ...(!isWithoutKey && { apikey: publishableKey }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined &&
        typeof body === 'object' &&
        !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    }
  }
}

const lengthOf = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) })

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Answer {
  const text = body.toString('utf8')
  return { status: statusCode, headers, body, text, json: () => JSON.parse(text) as unknown }
}
