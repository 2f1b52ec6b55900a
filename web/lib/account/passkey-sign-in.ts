import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountClient } from './account-types.ts'
import { fromAuth, fromPasskey, rethrowStopped } from './auth-refusal.ts'
import type { Opening } from './opening.ts'
import { type RequestOptions, openingPasskey, usePasskey } from './passkey-ceremony.ts'
import type { Backend } from '../remote/backend.ts'

type PasskeySignIn = Pick<AccountClient, 'signInWithPasskey' | 'unlockWithPasskey'>

/** Sign-in and unlocking by a passkey. Its secret goes to the worker alone; the server sees that the person used it, and no more. */
export function createPasskeySignIn(backend: Promise<Backend>, opening: Opening): PasskeySignIn {
  return {
    async signInWithPasskey({ stay }) {
      await opening.clearEarlierSignIn()
      const { auth, workers } = await backend
      const begun = await auth.passkey.startAuthentication({ options: await opening.captchaOptions() })
      if (begun.error) throw fromAuth(begun.error)
      const { credential, prfOutput } = await usePasskey(begun.data.options as RequestOptions).catch(rethrowStopped)
      const { data, error } = await auth.passkey.verifyAuthentication({
        challengeId: begun.data.challenge_id,
        credential,
      })
      if (error) throw fromPasskey(error)
      if (!data.session) throw new VaultError('passkey_stopped', 'No passkey was used.')
      await opening.choose(stay)
      if (prfOutput) await workers.vault.account.present(prfOutput)
      await opening.resume(data.session)
    },

    async unlockWithPasskey(stay) {
      const { prfOutput } = await openingPasskey()
      const { workers } = await backend
      await workers.vault.account.present(prfOutput)
      await opening.openByPasskey(await opening.currentSession(), stay)
    },
  }
}
