import { type Profile, readProfile, saveProfile } from '#vault/account/own-profile.ts'
import { readStorageUsage } from '#vault/account/storage-usage.ts'
import { createCheckout, openPortal, readSubscription } from '#vault/account/subscription.ts'
import { withApi } from '../bind-calls.ts'
import { tokenOwner } from '../../token-owner.ts'
import { connected } from '../../vault-state.ts'

/** Profile, subscription and storage: nothing here needs a key. `checkout` and `portal` return the address of the provider's page. */
export const settingsCalls = {
  ...withApi({
    storage: readStorageUsage,
    subscription: readSubscription,
    checkout: createCheckout,
    portal: openPortal,
  }),
  profile: async (): Promise<Profile> => readProfile(connected(), (await tokenOwner()).userId),
  /** The row alone; `account.saveProfile` of the page changes the session's name as well. */
  storeProfile: async (profile: Profile): Promise<void> =>
    saveProfile(connected(), (await tokenOwner()).userId, profile),
}
