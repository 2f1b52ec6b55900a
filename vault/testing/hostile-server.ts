import { type Keyring, openKeyring, fromBase64Url, sealKeyring, systemRandom, toBase64Url } from '#crypto/index.ts'
import { listingLog } from './listing-log.ts'
import { type RestRequest, VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'

export type Asked = { path: string; method: string; body: unknown; prefer: string | undefined }
/** A value, or a function that is given what was `Asked` and returns it. */
type Answer = unknown

/**
 * A server that answers whatever the test says, whose answers are JSON like those of any server. It keeps a keyring as an honest one
 * does, unless the test replaces the row, and a public log that lists everybody whom `newPerson` made up.
 */
export class HostileServer extends VaultApi {
  readonly asked: Asked[] = []
  readonly #answers: Record<string, Answer>
  #row: { sealed: string; version: number } | null = null

  /** @param answers by the beginning of the path; the longest that fits counts. */
  constructor(answers: Record<string, Answer> = {}) {
    super({ baseUrl: 'http://127.0.0.1:9', publishableKey: '', accessToken: async () => undefined })
    this.#answers = {
      'keyrings?': (asked: Asked) => this.#keyring(asked),
      '/audit/v1/keys': ({ body }: Asked) => listingLog.keys(body),
      ...answers,
    }
  }

  override async rest(path: string, { method = 'GET', body, prefer }: RestRequest = {}): Promise<unknown> {
    return this.#reply({ path, method, body, prefer })
  }

  override async post(path: string, body: unknown): Promise<unknown> {
    return this.#reply({ path, method: 'POST', body, prefer: undefined })
  }

  override async fetch(path: string): Promise<Response> {
    return listingLog.answer(path)
  }

  /** Requests to one path. */
  to(path: string): Asked[] {
    return this.asked.filter((asked) => asked.path.startsWith(path))
  }

  say(path: string, answer: Answer): this {
    this.#answers[path] = answer
    return this
  }

  /** Serves this keyring from now on; without one that of the vault. */
  async keep(vault: Pick<OpenVault, 'amk' | 'userId' | 'keyring'>, other?: Keyring): Promise<this> {
    const serve = await this.prepare(vault, other ?? vault.keyring)
    serve()
    return this
  }

  /** Seals a keyring, to be served at once when the answer is called. */
  async prepare({ amk, userId }: Pick<OpenVault, 'amk' | 'userId'>, keyring: Keyring): Promise<() => void> {
    const sealed = toBase64Url(await sealKeyring({ amk, userId, keyring, random: systemRandom }))
    return () => {
      this.#row = { sealed, version: (this.#row?.version ?? 0) + 1 }
    }
  }

  /** What is stored. */
  async kept({ amk, userId }: Pick<OpenVault, 'amk' | 'userId'>): Promise<Keyring> {
    return openKeyring({ amk, userId, sealed: fromBase64Url(this.#row?.sealed ?? '') })
  }

  async #reply(asked: Asked): Promise<unknown> {
    this.asked.push(asked)
    const names = Object.keys(this.#answers).filter((name) => asked.path.startsWith(name))
    const [name] = names.toSorted((a, b) => b.length - a.length)
    if (name === undefined) throw new Error(`the test has no answer to ${asked.path}`)
    const answer = this.#answers[name]
    const value: unknown = typeof answer === 'function' ? await (answer as (asked: Asked) => unknown)(asked) : answer
    return JSON.parse(JSON.stringify(value ?? null))
  }

  #keyring({ path, method, body }: Asked): unknown {
    if (method === 'GET') return this.#row ? [this.#row] : []
    const { sealed, version } = body as { sealed: string; version: number }
    if (!this.#row || !path.includes(`&version=eq.${this.#row.version}&`)) return []
    this.#row = { sealed, version }
    return [{ version }]
  }
}
