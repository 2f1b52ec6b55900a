import { SESSION_KEY } from './stored-session.ts'

const LOCK = 'quantumshield-refresh'
/** The next tab waits no longer for the token of this one to be stored: it may have been given up. */
const STORED_MS = 5000
/** A connection that is dead holds up the other tabs no longer than this. */
const PATIENCE_MS = 20_000

type Refreshed = { refresh_token?: unknown }
type Parts = {
  fetch: typeof fetch
  locks: Pick<LockManager, 'request'>
  storage: {
    getItem: (key: string) => string | null
    hasHad: (refreshToken: string) => boolean
    onWritten: (tell: () => void) => () => void
  }
  patienceMs?: number
}

/**
 * A `fetch` for auth-js that lets one tab at a time renew the session, and answers those who waited with what that one stored. auth-js itself
 * coordinates tabs no more: each would send the same token, which the server must be able to tell from a stolen one. A tab that slept between two
 * tries sends a token that others have renewed long ago: any that this tab has had waits for the lock, and is answered by what is stored.
 */
export function createOneRefresh({ fetch, locks, storage, patienceMs = PATIENCE_MS }: Parts): typeof globalThis.fetch {
  const storedToken = (): unknown => parse(storage.getItem(SESSION_KEY))?.refresh_token

  return async (input, init) => {
    const sent = refreshTokenOf(input, init)
    if (sent === undefined || !(sent === storedToken() || storage.hasHad(sent))) return fetch(input, init)

    return new Promise<Response>((resolve, reject) => {
      const renew = async (): Promise<void> => {
        const text = storage.getItem(SESSION_KEY)
        const now = parse(text)?.refresh_token
        if (text !== null && typeof now === 'string' && now !== sent) {
          return resolve(new Response(text, { status: 200, headers: { 'content-type': 'application/json' } }))
        }
        const isStored = waitForChange(storage, () => storedToken() !== sent)
        const patience = waitFor(patienceMs)
        const renewed = fetch(input, init).then((response) => {
          resolve(response)
          // auth-js stores it after this; until then the others would find the token of before.
          return response.ok ? isStored.done : undefined
        })
        try {
          await Promise.race([renewed, patience.over])
        } finally {
          isStored.stop()
          patience.stop()
        }
        // What comes later is still this tab's answer.
        renewed.catch(reject)
      }
      locks.request(LOCK, renew).catch(reject)
    })
  }
}

function waitFor(ms: number) {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return { over, stop: () => clearTimeout(timer) }
}

function waitForChange({ onWritten }: Parts['storage'], hasChanged: () => boolean) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const forget = onWritten(() => hasChanged() && resolve())
  const timer = setTimeout(resolve, STORED_MS)
  const stop = () => {
    forget()
    clearTimeout(timer)
  }
  return { done, stop }
}

function refreshTokenOf(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  if (!url.endsWith('/token?grant_type=refresh_token') || typeof init?.body !== 'string') return undefined
  const token = parse(init.body)?.refresh_token
  return typeof token === 'string' ? token : undefined
}

function parse(text: string | null): Refreshed | null {
  try {
    return JSON.parse(text ?? 'null') as Refreshed | null
  } catch {
    return null
  }
}
