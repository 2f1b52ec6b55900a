import { useEffect } from 'react'
import { claimedInviter, forgetInviter } from '#web/lib/account/arrival/invitation.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

/** A vault that somebody who was invited has just made takes over the keys that the invitation named. */
export function useInviterPin(): void {
  const { team } = useVault()
  const state = useAccountState()
  const userId = state.kind === 'open' ? state.userId : null
  useEffect(() => {
    const inviter = userId === null ? null : claimedInviter(userId)
    if (!inviter) return
    const pin = async () => {
      try {
        await team.pinInviter(inviter)
        forgetInviter()
        toastDone(m.team.pin.done, m.team.pin.doneText(inviter.email || m.join.somebody))
      } catch (error) {
        // Anything else than other keys is tried again with the next visit.
        if (!(error instanceof VaultError) || error.code !== 'key_changed') return
        forgetInviter()
        toastError(m.team.pin.changed, sentenceFor(error))
      }
    }
    void pin()
  }, [team, userId])
}
