import { KEY_HEADER, takesKey, writeKey } from '#contract/wire/request-key.ts'
import { VaultApi } from '#vault/session/api.ts'

type Init = Parameters<VaultApi['fetch']>[1]
/** `answered`: told that a request with a key was done. */
export type Keys = { next: () => string; answered: () => void }

/** The line of one act: what changes something has a key. What its person can stop, and content of files, has none. */
export class KeyedLine extends VaultApi {
  readonly #line: VaultApi
  readonly #keys: Keys

  constructor(line: VaultApi, keys: Keys) {
    // Nothing is sent by these: `line` sends everything.
    super({ baseUrl: '', publishableKey: '', accessToken: async () => undefined })
    this.#line = line
    this.#keys = keys
  }

  override withHeaders(headers: Record<string, string>): VaultApi {
    return new KeyedLine(this.#line.withHeaders(headers), this.#keys)
  }

  override reading(): AbortSignal | undefined {
    return this.#line.reading()
  }

  override async fetch(path: string, init: Init): Promise<Response> {
    const { method = 'GET', body, signal, headers } = init
    const isText = body === undefined || body === null || typeof body === 'string'
    if (!takesKey(method, path) || signal || !isText) return this.#line.fetch(path, init)
    const response = await this.#line.fetch(path, {
      ...init,
      headers: { ...headers, [KEY_HEADER]: writeKey(this.#keys.next()) },
    })
    this.#keys.answered()
    return response
  }
}
