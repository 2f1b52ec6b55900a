import { NONCE_HEADER, RECEIPT_HEADER } from '#contract/audit/receipts.ts'
import { toBase64Url } from '#crypto/encoding.ts'
import { draw, systemRandom } from '#crypto/primitives/random.ts'
import { type SentListener, canReportSent, sendBody } from './send-body.ts'
import { askAgain } from './ask-again.ts'
import { ownerOf } from './token-owner.ts'
import { byEnding, CODES } from './error-codes.ts'
import { VaultError, type VaultErrorCode } from './vault-error.ts'

export type ApiSettings = {
  /** Origin of the server, without a trailing slash. */
  baseUrl: string
  publishableKey: string
  /** The current access token; undefined while signed out. */
  accessToken: () => Promise<string | undefined>
  /** Shown with everything it sends. */
  headers?: Record<string, string>
  /** Ends what only reads; changes go through. Asked for each request. */
  reading?: () => AbortSignal
  /** Hears what answers to somebody with a token promise of the audit log. Nothing waits for it. */
  onAnswer?: (answer: Answered) => void
  /** Hears each time that a detector slows a read down, which is then tried again and may take long. */
  onReadingSlowed?: (refusal: VaultError) => void
}

/** What a receipt is judged by. */
export type Answered = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  /** What the request asked to be bound to. */
  readonly nonce: string
  readonly receipt: string | null
  /** The row may have been there already, from a try whose answer was lost: then nothing happened. */
  readonly mayRepeat: boolean
  readonly token: string
}

/** Where the server is; without somebody's token. */
export type Connection = Pick<ApiSettings, 'baseUrl' | 'publishableKey'>

export type RestRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  /** RFC 7240, for example `return=representation`. */
  prefer?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Speaks to the four services with the caller's token and turns every refusal into a `VaultError`. */
export class VaultApi {
  readonly #settings: ApiSettings

  constructor(settings: ApiSettings) {
    this.#settings = settings
  }

  /** The same line, with headers of its own. */
  withHeaders(headers: Record<string, string>): VaultApi {
    return new VaultApi({ ...this.#settings, headers: { ...this.#settings.headers, ...headers } })
  }

  /** One call to rest/v1. @param path table or `rpc/name`, with its query. @returns the parsed JSON, null for an empty answer. */
  async rest(path: string, { method = 'GET', body, prefer, signal, headers: own }: RestRequest = {}): Promise<unknown> {
    const headers: Record<string, string> = { ...own, accept: 'application/json' }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (prefer) headers['prefer'] = prefer
    const response = await this.fetch(`/rest/v1/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    return readJson(response)
  }

  /** One POST of JSON to any service. @param path with a leading slash. @returns the parsed JSON, null for an empty answer. */
  async post(path: string, body: unknown): Promise<unknown> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    return readJson(await this.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  /** One POST to auth/v1, with the session where there is one. */
  async auth(path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
    return readJson(await this.fetch(`/auth/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  /**
   * A request with our credentials.
   * @throws {VaultError} `offline` when there is no answer, otherwise what the refusal means.
   */
  async fetch(path: string, given: ApiInit): Promise<Response> {
    // Comes before the wait for the token: a read that is ended meanwhile is not sent.
    const init = this.#endable(given)
    const token = await this.#settings.accessToken()
    try {
      return await this.#send(path, init, token)
    } catch (error) {
      if (!isSessionOver(error) || init.body instanceof ReadableStream) throw error
      // Another tab, or a second factor, may have replaced the token while this was on its way; what was refused has changed nothing.
      const next = await this.#settings.accessToken()
      // Somebody else may have signed in since: they asked for nothing.
      if (next === undefined || next === token || ownerOf(next)?.userId !== ownerOf(token)?.userId) throw error
      return this.#send(path, init, next)
    }
  }

  /** Id of the person whose token it has; undefined while signed out. @throws {VaultError} `offline` where the token cannot be renewed */
  async person(): Promise<string | undefined> {
    return ownerOf(await this.#settings.accessToken())?.userId
  }

  /** Ends with the session that reads now; undefined where nothing ends them. */
  reading(): AbortSignal | undefined {
    return this.#settings.reading?.()
  }

  #endable(init: ApiInit): ApiInit {
    const { method = 'GET', signal } = init
    const reading = method === 'GET' ? this.reading() : undefined
    if (!reading) return init
    return { ...init, signal: signal ? AbortSignal.any([signal, reading]) : reading }
  }

  async #send(path: string, init: ApiInit, token: string | undefined): Promise<Response> {
    const { onAnswer } = this.#settings
    const nonce = token !== undefined && onAnswer ? toBase64Url(draw(systemRandom, NONCE_BYTES)) : undefined
    const headers = {
      ...this.#settings.headers,
      ...init.headers,
      ...(nonce !== undefined && { [NONCE_HEADER]: nonce }),
      apikey: this.#settings.publishableKey,
      authorization: `Bearer ${token ?? this.#settings.publishableKey}`,
    }
    let response: Response
    try {
      const ask = () => send(this.#settings.baseUrl + path, { ...init, headers })
      response = await askAgain({ ...init, path }, ask)
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new VaultError('offline', 'The server could not be reached.', { cause })
    }
    if (token !== undefined && nonce !== undefined) {
      const [method, mayRepeat] = [init.method ?? 'GET', /\bignore-duplicates\b/.test(init.headers?.['prefer'] ?? '')]
      const receipt = response.headers.get(RECEIPT_HEADER)
      onAnswer?.({ method, path, status: response.status, nonce, receipt, mayRepeat, token })
    }
    if (response.ok) return response
    const text = await response.text().catch(() => '')
    const refusal = refusalOf({ status: response.status, ...describe(text) })
    if (refusal.code === 'reading_slowed') this.#settings.onReadingSlowed?.(refusal)
    throw refusal
  }
}

const NONCE_BYTES = 16

type ApiInit = Omit<RequestInit, 'headers'> & {
  headers?: Record<string, string>
  duplex?: 'half'
  onSent?: SentListener
}

const isSessionOver = (error: unknown): boolean => error instanceof VaultError && error.code === 'session_ended'

type Init = Omit<RequestInit, 'headers'> & { headers: Record<string, string>; onSent?: SentListener }

function send(url: string, { onSent, ...init }: Init): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  if (onSent && body instanceof Blob && canReportSent()) {
    return sendBody(url, { method, headers, body, signal: signal ?? undefined, onSent })
  }
  return fetch(url, { ...init, cache: 'no-store' })
}

/** The JSON of an answer, null for an empty one. @throws {VaultError} `offline` when the answer breaks off */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    // Its reader's signal has reasons of its own.
    if (!(cause instanceof TypeError)) throw cause
    throw new VaultError('offline', 'The answer of the server broke off.', { cause })
  })
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** What a refusal means: by the service's own code where that is known, otherwise by the status. */
export function refusalOf({ status, code, message }: { status: number; code?: string; message?: string }): VaultError {
  const known = code === undefined ? undefined : (CODES[code] ?? byEnding(code))
  return new VaultError(known ?? byStatus(status), message ?? `The server answered ${status}.`, {
    ...(code !== undefined && { cause: code }),
  })
}

/** Whether a service said this with a code of its own, and neither a proxy did nor the line was cut. */
export const isOwnWords = ({ cause }: VaultError): boolean => typeof cause === 'string' && cause !== 'bad_request'

function describe(text: string): { code?: string; message?: string } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const { code, message } = body as { code?: unknown; message?: unknown }
    return {
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    }
  } catch {
    // A proxy's page, or the plain text of the resumable protocol.
    return text && text.length < 300 && !text.startsWith('<') ? { message: text } : {}
  }
}

function byStatus(status: number): VaultErrorCode {
  if (status === 401) return 'session_ended'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 413) return 'file_too_large'
  if (status === 429) return 'rate_limited'
  // 408: the body did not keep moving. The others: the server is there and cannot answer now.
  if ([408, 502, 503, 504].includes(status)) return 'offline'
  return 'unexpected'
}
