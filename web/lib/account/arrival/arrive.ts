import type { Session } from '@supabase/supabase-js'
import type { AccountEvent } from '../account-state.ts'
import type { Opening } from '../opening.ts'
import type { Keeping } from '../session/keeping.ts'
import { storedUser } from '../session/stored-session.ts'
import type { SessionStorage } from '../session/session-storage.ts'
import type { FailedReturn } from './return-from-elsewhere.ts'

/** What a page that starts finds in this browser, and what it does with it. */
export type Arrival = {
  storage: Pick<SessionStorage, 'isOver' | 'getItem'>
  keeping: Pick<Keeping, 'isLeftAlone'>
  opening: Pick<Opening, 'need' | 'resume'>
  dispatch: (event: AccountEvent) => void
  /** Forgets what would open the vault; the sealed lists stay, as after closing a tab. */
  lock: () => Promise<void>
  /** Ends a sign-in that went by way of a provider; null for a page that was entered otherwise. */
  finish: () => Promise<'signed-in' | FailedReturn | null>
  /** @throws {VaultError} `offline` */
  readSession: () => Promise<Session | null>
}

/** @returns how the page was entered: back from a provider, or null with a stored session or with nothing. */
export async function arrive(arrival: Arrival): Promise<'signed-in' | FailedReturn | null> {
  const { storage, keeping, opening, dispatch, lock, finish, readSession } = arrival
  if (storage.isOver || keeping.isLeftAlone()) await lock()
  const result = await finish()
  if (result === 'signed-in') return result
  const session = await readSession().catch(() => 'unreachable' as const)
  // Somebody is signed in, and the token cannot be renewed now: the page to unlock says so, and tries again.
  if (session === 'unreachable') opening.need({ kind: 'locked', email: storedUser(storage)?.email ?? '' })
  else if (session) await opening.resume(session)
  else dispatch(result === null ? { type: 'signed-out' } : { type: 'signed-out', elsewhere: result })
  return result
}
