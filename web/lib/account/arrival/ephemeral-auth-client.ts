import { AuthClient } from '@supabase/supabase-js'

const STORAGE_KEY = 'quantumshield-elsewhere'
const VERIFIER_KEY = `${STORAGE_KEY}-code-verifier`

/** Whether this tab began a sign-in elsewhere. */
export const hasVerifier = (): boolean => sessionStorage.getItem(VERIFIER_KEY) !== null

/**
 * A client for sessions that are handed on or ended at once. Only the verifier of a sign-in elsewhere outlives the page, in this
 * tab; a session never does.
 */
export function createEphemeralAuthClient(apikey: string) {
  const memory = new Map<string, string>()
  const client = new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey },
    flowType: 'pkce',
    storageKey: STORAGE_KEY,
    storage: {
      getItem: (key) => (key === VERIFIER_KEY ? sessionStorage.getItem(key) : (memory.get(key) ?? null)),
      setItem: (key, value) => {
        if (key === VERIFIER_KEY) sessionStorage.setItem(key, value)
        else memory.set(key, value)
      },
      removeItem: (key) => {
        sessionStorage.removeItem(key)
        memory.delete(key)
      },
    },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
  })
  return { client, forget: () => memory.clear() }
}
