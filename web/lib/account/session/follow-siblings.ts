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
    noteLock: () => void
    endEarlier: () => Promise<void>
  }
  /** @throws {VaultError} `offline` when nobody can say */
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

  let resuming: Promise<void> | undefined

  /** Unless something else happened here meanwhile. One at a time: several tabs tell of the same. */
  function resume(): Promise<void> {
    resuming ??= (async () => {
      const before = state.read()
      const session = await readSession()
      if (session) await opening.resume(session, () => isStill(before, session.user.id))
    })().finally(() => (resuming = undefined))
    return resuming
  }

  /** Who typed the password while it opened has opened the same vault. */
  function isStill(before: AccountState, userId: string): boolean {
    const now = state.read()
    return now === before || (now.kind === 'open' && now.userId === userId)
  }

  siblings.onNews((news) => {
    const { kind } = state.read()
    if (news === 'left') {
      void opening.sessionEnded()
      dispatch({ type: 'signed-out' })
    }
    if (news === 'locked') {
      opening.noteLock()
      if (kind !== 'open') return
      void dropKeys()
      dispatch({ type: 'locked' })
    }
    if (news === 'unlocked' && kind === 'locked' && storage.stay() !== 'tab') resume().catch(() => undefined)
  })

  return async () => {
    if (state.read().kind === 'loading') return
    if (storage.isTakenOver()) {
      // Somebody else signed in. Nothing of the account that was open here may meet their session.
      await opening.endEarlier()
      await dropKeys()
      dispatch({ type: 'signed-out' })
      storage.release()
      await resuming?.catch(() => undefined)
      return resume()
    }
    const { kind } = state.read()
    if (kind === 'signed-out' || kind === 'needs-second-factor') return resume()
    if (!(await readSession())) await opening.sessionEnded()
  }
}
