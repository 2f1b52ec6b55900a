import { emailOf } from '../account-state.ts'
import type { AccountClient } from '../account-types.ts'
import { fromAuth } from '../auth-refusal.ts'
import type { Opening } from '../opening.ts'
import type { Backend } from '../../remote/backend.ts'

/** Accepts a mailed invitation. */
export function createJoin(backend: Promise<Backend>, opening: Opening): AccountClient['join'] {
  /** The invitation whose token was used already. */
  let joined: string | undefined

  return async ({ token, password, firstName, lastName }) => {
    const { auth, workers, storage } = await backend
    if (joined !== token) {
      // What an earlier sign-in left on this device goes first.
      await workers.vault.account.lock()
      storage.release()
      const { error } = await auth.verifyOtp({ type: 'invite', token_hash: token })
      if (error) throw fromAuth(error)
      storage.chooseStay('tab')
      joined = token
    }
    const session = await opening.currentSession()
    const { authSecret, fields } = await workers.vault.account.prepareRecovery(
      session.user.id,
      { by: 'no-vault' },
      password,
    )
    const data = { first_name: firstName, last_name: lastName }
    const { error } = await auth.updateUser({ password: authSecret, data, vault: fields } as { password: string })
    if (error) throw fromAuth(error)
    await workers.vault.team.nameMyself(session.user.id, { firstName, lastName })
    opening.need({ kind: 'needs-recovery-kit', email: emailOf(session) })
  }
}
