import { solveCaptcha } from '#vault/session/captcha.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { emailOf } from './account-state.ts'
import type { AccountClient } from './account-types.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Opening } from './opening.ts'
import { notePassword } from './password-length.ts'
import { withoutSpaces } from './protection/protection-client.ts'
import type { Backend } from '../remote/backend.ts'

type Proofs = Pick<
  AccountClient,
  | 'proveSecondFactor'
  | 'sendConfirmationCode'
  | 'confirmByCode'
  | 'confirmByPassword'
  | 'askToConfirm'
  | 'continueWithFactor'
>

/** What comes between a sign-in and the vault: the second factor, one that the organisation requires, and confirming a held session. */
export function createSignInProofs(backend: Promise<Backend>, opening: Opening): Proofs {
  /** With the password where it was typed a moment ago. */
  const continueOpening = async ({ vault }: Backend['workers']): Promise<void> => {
    const session = await opening.currentSession()
    if (await vault.account.isPasswordKnown()) await opening.openOrEnrol(session)
    else await opening.resume(session)
  }

  return {
    async proveSecondFactor(proof) {
      const { auth, workers } = await backend
      const { error } =
        proof.kind === 'app'
          ? await auth.mfa.challengeAndVerify({ factorId: proof.factorId, code: withoutSpaces(proof.code) })
          : await auth.mfa.recoveryCodes.verify({ code: proof.code })
      if (error) throw fromAuth(error)
      await continueOpening(workers)
    },

    async sendConfirmationCode() {
      const { account } = (await backend).workers.vault
      try {
        await account.sendConfirmationCode()
      } catch (error) {
        if (!(error instanceof VaultError) || error.code !== 'rate_limited') throw error
        await account.sendConfirmationCode(await solveCaptcha(''))
      }
    },

    async confirmByCode(code) {
      const { workers } = await backend
      await workers.vault.account.confirmByCode(code)
      await continueOpening(workers)
    },

    async confirmByPassword(password) {
      const { workers } = await backend
      await workers.vault.account.confirmByPassword(emailOf(await opening.currentSession()), password)
      await continueOpening(workers)
      notePassword(password)
    },

    async askToConfirm() {
      await opening.asksToConfirm(await opening.currentSession())
    },

    async continueWithFactor() {
      await continueOpening((await backend).workers)
    },
  }
}
