import { VaultError } from '#vault/session/vault-error.ts'

/** Signing out waits no longer than this for a worker that is busy. */
const PATIENCE_MS = 1000

type Fetch = typeof globalThis.fetch
export type SessionReads = ReturnType<typeof createSessionReads>

/**
 * Reads with the session of this tab. They end before the person's own sign-out ends the session: the server would refuse their token, and the
 * browser would report each refusal as an error.
 *
 * @param endInWorkers ends those of the workers.
 */
export function createSessionReads(fetch: Fetch, endInWorkers: () => Promise<void>, patienceMs = PATIENCE_MS) {
  let reading = new AbortController()
  return {
    /** Fetches for auth-js. Only requests that change something go through after `end`: the end of the session is one. */
    fetch: (input: Parameters<Fetch>[0], init: RequestInit = {}): Promise<Response> => {
      const { method = 'GET', signal } = init
      if (method !== 'GET') return fetch(input, init)
      return fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, reading.signal]) : reading.signal })
    },

    /** Ends reads of the page at `end`; asked for with each. */
    signal: (): AbortSignal => reading.signal,

    /** A source of tokens that gives none away between `end` and `begin`. @throws {VaultError} `vault_locked` */
    guard:
      <Token>(accessToken: () => Promise<Token>) =>
      async (): Promise<Token> => {
        reading.signal.throwIfAborted()
        return accessToken()
      },

    /** Stops what is under way, and refuses whatever comes before `begin`. */
    async end(): Promise<void> {
      reading.abort(new VaultError('vault_locked', 'The person signs out.'))
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
      // A worker that did not start reads nothing.
      await Promise.race([endInWorkers().catch(() => undefined), late])
      clearTimeout(timer)
    },

    begin(): void {
      reading = new AbortController()
    },
  }
}
