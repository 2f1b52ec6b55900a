import type { AuthClient } from '@supabase/supabase-js'
import { readSession, SESSION_KEY } from './session/stored-session.ts'

/** From here on auth-js renews a token before it gives it away. */
const RENEWAL_MARGIN_MS = 90_000

type Kept = { token: string; endsAtMs: number }

/**
 * The access token of the present session. auth-js answers one question after the other, and a thousand small files
 * would ask three thousand times; a token that is good for a while is read from where the session is stored.
 * @returns undefined while signed out. @throws {VaultError} `offline` when it ran out and could not be renewed for want of a connection
 */
export function createTokenSource(
  auth: InstanceType<typeof AuthClient>,
  storage: { getItem: (key: string) => string | null },
): () => Promise<string | undefined> {
  let stored: string | null = null
  let cached: Kept | undefined
  return async () => {
    const now = storage.getItem(SESSION_KEY)
    if (now !== stored) {
      stored = now
      cached = parse(now)
    }
    if (cached && cached.endsAtMs - Date.now() > RENEWAL_MARGIN_MS) return cached.token
    return (await readSession(auth))?.access_token
  }
}

/** Undefined for anything that is not a session; auth-js says then what is to be done. */
function parse(stored: string | null): Kept | undefined {
  try {
    const { access_token: token, expires_at: endsAt } = JSON.parse(stored ?? '{}') as Record<string, unknown>
    return typeof token === 'string' && typeof endsAt === 'number' ? { token, endsAtMs: endsAt * 1000 } : undefined
  } catch {
    return undefined
  }
}
