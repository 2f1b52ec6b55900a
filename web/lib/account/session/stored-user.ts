import type { Session } from '@supabase/supabase-js'
import { SESSION_KEY } from '../access-token.ts'

/** Whose session is stored, also where its token ran out and cannot be renewed now; undefined where none can be read. */
export function storedUser(storage: { getItem: (key: string) => string | null }): Session['user'] | undefined {
  try {
    return (JSON.parse(storage.getItem(SESSION_KEY) ?? 'null') as Session | null)?.user
  } catch {
    return undefined
  }
}
