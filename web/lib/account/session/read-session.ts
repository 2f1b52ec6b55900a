import { type AuthClient, isAuthRetryableFetchError, type Session } from '@supabase/supabase-js'
import { fromAuth } from '../auth-refusal.ts'

/**
 * The session of this browser, with a token that is good for a while; null while nobody is signed in.
 * @throws {VaultError} `offline` when the token ran out and could not be renewed for want of a connection: the session is still there.
 */
export async function readSession(auth: Pick<InstanceType<typeof AuthClient>, 'getSession'>): Promise<Session | null> {
  const { data, error } = await auth.getSession()
  if (error && isAuthRetryableFetchError(error)) throw fromAuth(error)
  return data.session
}
