import { AuthClient } from '@supabase/supabase-js'

const STORAGE_KEY = 'quantumshield-elsewhere'
const VERIFIER_KEY = `${STORAGE_KEY}-code-verifier`

/** What signing in elsewhere needs of the browser. */
export type PageOfTab = {
  origin: string
  fetch: typeof fetch
  /** Outlives the page, within its tab. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  leaveTo: (address: string) => void
}

export const pageOfTab = (): PageOfTab => ({
  origin: location.origin,
  fetch: (input, init) => fetch(input, init),
  tab: sessionStorage,
  leaveTo: (address) => location.assign(address),
})

/** Whether this tab began a sign-in elsewhere. */
export const hasVerifier = (tab: PageOfTab['tab']): boolean => tab.getItem(VERIFIER_KEY) !== null

/**
 * A client for sessions that are handed on or ended at once. Only the verifier of a sign-in elsewhere outlives the page, in this
 * tab; a session never does.
 */
export function createEphemeralAuthClient(apikey: string, { origin, fetch, tab }: PageOfTab = pageOfTab()) {
  const memory = new Map<string, string>()
  const client = new AuthClient({
    url: `${origin}/auth/v1`,
    fetch,
    headers: { apikey },
    flowType: 'pkce',
    storageKey: STORAGE_KEY,
    storage: {
      getItem: (key) => (key === VERIFIER_KEY ? tab.getItem(key) : (memory.get(key) ?? null)),
      setItem: (key, value) => {
        if (key === VERIFIER_KEY) tab.setItem(key, value)
        else memory.set(key, value)
      },
      removeItem: (key) => {
        tab.removeItem(key)
        memory.delete(key)
      },
    },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
  })
  const forget = (): void => {
    memory.clear()
    // A mailed code brings a verifier that nothing asks for; with one, this tab would show why a sign-in that nobody began was refused.
    tab.removeItem(VERIFIER_KEY)
  }
  return { client, forget }
}
