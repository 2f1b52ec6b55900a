import { fromAuth } from './auth-refusal.ts'
import type { Backend } from './create-vault-client.ts'
import { type SettingsClient, VaultError } from './vault-client.ts'

/** What people say about themselves, and what they pay for. */
export function createSettings(backend: Promise<Backend>): SettingsClient {
  const vault = async () => (await backend).workers.vault
  const userId = async () => {
    const { data } = await (await backend).auth.getSession()
    if (!data.session) throw new VaultError('session_ended', 'Your session has ended.')
    return data.session.user.id
  }

  return {
    profile: async () => (await vault()).readProfile(await userId()),
    saveProfile: async (profile) => {
      await (await vault()).saveProfile(await userId(), profile)
      // The name that the app greets with comes with the session.
      const { firstName, lastName, company } = profile
      const data = { first_name: firstName, last_name: lastName, company }
      const { error } = await (await backend).auth.updateUser({ data })
      if (error) throw fromAuth(error)
    },
    biller: async () => (await backend).config.billing,
    storage: async () => (await vault()).readStorageUsage(),
    subscription: async () => (await vault()).readSubscription(),
    checkout: async (tier) => (await vault()).createCheckout(tier),
    portal: async () => (await vault()).openPortal(),
  }
}
