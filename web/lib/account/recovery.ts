import type { AuthError } from '@supabase/supabase-js'
import { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { emailOf } from './account-state.ts'
import type { RecoveryProof } from '#web/workers/calls/account/account-calls.ts'
import type { AccountClient } from './account-types.ts'
import { fromAuth } from './auth-refusal.ts'
import { claimInviter, forgetInviter } from './arrival/invitation.ts'
import type { Opening } from './opening.ts'
import { withPaidRetry } from './password-session.ts'
import type { Backend } from '../remote/backend.ts'

type Recovery = Pick<
  AccountClient,
  | 'sendRecovery'
  | 'acceptRecovery'
  | 'endLinkSession'
  | 'hasVault'
  | 'checkRecoveryWords'
  | 'recover'
  | 'prepareRecoveryKit'
  | 'finishRecoveryKit'
>

/** The recovery kit, and the ways back in without the password. */
export function createRecovery(backend: Promise<Backend>, opening: Opening): Recovery {
  return {
    async sendRecovery(email) {
      const { auth } = await backend
      const redirectTo = `${location.origin}/forgot-password`
      const options = await opening.captchaOptions()
      const { error } = await withPaidRetry(options, (more) =>
        auth.resetPasswordForEmail(email, { redirectTo, ...more }),
      )
      if (error) throw fromAuth(error)
    },

    async acceptRecovery({ accessToken, refreshToken }) {
      await (await backend).workers.vault.account.lock()
      const session = await opening.adopt({ access_token: accessToken, refresh_token: refreshToken })
      if (!session) throw new VaultError('link_expired', 'The link carries no session.')
      if (await opening.asksForCode(session)) return
      opening.need({ kind: 'locked', email: emailOf(session) })
    },

    async endLinkSession(accessToken) {
      await endUnused((await backend).config.publishable_key, accessToken)
    },

    hasVault: async () => (await backend).workers.vault.account.hasVault((await opening.currentSession()).user.id),

    checkRecoveryWords: async (words) => (await backend).workers.vault.account.checkRecoveryWords(words),

    async recover({ proof, password }) {
      const session = await opening.currentSession()
      const { auth, workers, keeping } = await backend
      const { authSecret, fields } = await workers.vault.account.prepareRecovery(session.user.id, proof, password)
      // The auth client sends what it is given; `vault` is the part of this wire that it has no type for.
      const changes = { password: authSecret, vault: fields }
      const { error } = await auth.updateUser(changes)
      if (error) throw afterSignIn(error, proof)
      if (proof.by === 'no-vault') {
        opening.need({ kind: 'needs-recovery-kit', email: emailOf(session) })
        return { endsAgreement: false }
      }
      let endsAgreement = false
      await opening.opens(session, async () => {
        const done = await workers.vault.account.finishRecovery(session.user.id, await keeping.forOpening())
        endsAgreement = done.endsAgreement
        return done.keyFingerprint
      })
      return { endsAgreement }
    },

    async prepareRecoveryKit(inviter) {
      const session = await opening.currentSession()
      return (await backend).workers.vault.account.prepareRecoveryKit(session.user.id, inviter)
    },

    async finishRecoveryKit(hasInviter) {
      const session = await opening.currentSession()
      const { workers, keeping } = await backend
      await opening.opens(session, async () => {
        const keep = await keeping.forOpening()
        const fingerprint = await workers.vault.account.finishRecoveryKit(session.user.id, keep)
        if (hasInviter) claimInviter(session.user.id)
        else forgetInviter()
        return fingerprint
      })
    },
  }
}

/** Not through the auth client: it cannot say that the session was not used. */
async function endUnused(publishableKey: string, accessToken: string): Promise<void> {
  const api = new VaultApi({ baseUrl: '', publishableKey, accessToken: async () => accessToken })
  await api.fetch('/auth/v1/logout?scope=local&unused=true', { method: 'POST' })
}

/**
 * A mailed link or a sign-in proves whose account it is for a quarter of an hour, a way to sign in that was added this week does not. The page asks
 * for a mailed code then; without a vault a new sign-in is as short.
 */
function afterSignIn(error: AuthError, { by }: RecoveryProof): VaultError {
  if (error.code !== 'reauthentication_needed' || by !== 'no-vault') return fromAuth(error)
  return new VaultError('sign_in_too_old', error.message, { cause: error })
}
