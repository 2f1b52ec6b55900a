import { type AuthClient, isAuthRetryableFetchError, type Session } from '@supabase/supabase-js'
import { fromAuth } from '../auth-refusal.ts'

/** Where auth-js keeps the session. */
export const SESSION_KEY = 'quantumshield-session'

/**
 * The session of this browser, with a token that is good for a while; null while nobody is signed in.
 * @throws {VaultError} `offline` when the token ran out and could not be renewed for want of a connection: the session is still there.
 */
export async function readSession(auth: Pick<InstanceType<typeof AuthClient>, 'getSession'>): Promise<Session | null> {
  const { data, error } = await auth.getSession()
  if (error && isAuthRetryableFetchError(error)) throw fromAuth(error)
  return data.session
}

/** Whose session is stored, also where its token ran out and cannot be renewed now; undefined where none can be read. */
export function storedUser(storage: { getItem: (key: string) => string | null }): Session['user'] | undefined {
  try {
    return (JSON.parse(storage.getItem(SESSION_KEY) ?? 'null') as Session | null)?.user
  } catch {
    return undefined
  }
}
