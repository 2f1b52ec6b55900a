import type { Backend } from '../../remote/backend.ts'
import type { ProtectionClient } from './protection-types.ts'

type Email = Pick<ProtectionClient, 'email' | 'requestEmail' | 'stopEmail'>

/** The address that the account signs in with. */
export function createEmail(backend: Promise<Backend>): Email {
  return {
    async email() {
      const { auth, workers } = await backend
      const own = await workers.vault.protection.ownEmail()
      const { data } = await auth.getSession()
      // The link was opened elsewhere: a new token says the new address.
      if (data.session && data.session.user.email !== own.email) await auth.refreshSession()
      return own
    },

    async requestEmail(input) {
      const { workers } = await backend
      await workers.vault.protection.requestEmailChange({ ...input, returnTo: `${location.origin}/login` })
    },

    async stopEmail() {
      await (await backend).workers.vault.protection.stopEmailChange()
    },
  }
}
