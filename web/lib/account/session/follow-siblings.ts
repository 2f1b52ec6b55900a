import type { Session } from '@supabase/supabase-js'
import type { AccountEvent, AccountState } from '../account-state.ts'
import type { SessionStorage } from './session-storage.ts'
import type { Siblings } from './siblings.ts'

type Parts = {
  state: { read: () => AccountState }
  dispatch: (event: AccountEvent) => void
  storage: Pick<SessionStorage, 'isTakenOver' | 'release' | 'stay'>
  siblings: Pick<Siblings, 'onNews'>
  opening: {
    resume: (session: Session, isWanted?: () => boolean) => Promise<void>
    sessionEnded: () => Promise<void>
  }
  readSession: () => Promise<Session | null>
  /** Drops the keys of this tab's worker; what the browser keeps stays. */
  dropKeys: () => Promise<void>
}

/**
 * What the other tabs of this browser do to the session and the vault happens in this tab too.
 * @returns call it whenever another tab changed the stored session.
 */
export function followSiblings(parts: Parts): () => Promise<void> {
  const { state, dispatch, storage, siblings, opening, readSession, dropKeys } = parts

  /** Unless something else happened here meanwhile. */
  async function resume(): Promise<void> {
    const before = state.read()
    const session = await readSession()
    if (session) await opening.resume(session, () => state.read() === before)
  }

  siblings.onNews((news) => {
    const { kind } = state.read()
    if (news === 'left' && kind !== 'loading') {
      void opening.sessionEnded()
      dispatch({ type: 'signed-out' })
    }
    if (news === 'locked' && kind === 'open') {
      void dropKeys()
      dispatch({ type: 'locked' })
    }
    if (news === 'unlocked' && kind === 'locked' && storage.stay() !== 'tab') void resume()
  })

  return async () => {
    if (state.read().kind === 'loading') return
    if (storage.isTakenOver()) {
      // Somebody else signed in. Nothing of the account that was open here may meet their session.
      await dropKeys()
      dispatch({ type: 'signed-out' })
      storage.release()
      return resume()
    }
    const { kind } = state.read()
    if (kind === 'signed-out' || kind === 'needs-second-factor') return resume()
    if (!(await readSession())) await opening.sessionEnded()
  }
}
