import type { Profile, SettingsClient } from '#web/lib/vault-client.ts'

/** A profile and a free plan in memory, for working on screens without a server. */
export function createMemorySettings(): SettingsClient {
  let profile: Profile = { firstName: 'Ada', lastName: 'Example', company: '' }
  return {
    profile: async () => profile,
    saveProfile: async (saved) => void (profile = saved),
    biller: async () => 'sandbox',
    storage: async () => ({ usedBytes: 9.1 * 1024 ** 3, limitBytes: 10 * 1024 ** 3 }),
    subscription: async () => null,
    checkout: async () => `${location.origin}/`,
    portal: async () => `${location.origin}/`,
  }
}
