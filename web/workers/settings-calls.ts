import type { Tier } from '#contract/plans.ts'
import { type Profile, readProfile, saveProfile } from '#vault/own-profile.ts'
import { type Subscription, createCheckout, openPortal, readSubscription } from '#vault/subscription.ts'
import { type StorageUsage, readStorageUsage } from '#vault/storage-usage.ts'
import { connected } from './vault-state.ts'

/** Profile, subscription and storage: nothing here needs a key. */
export const settingsCalls = {
  readProfile: (userId: string): Promise<Profile> => readProfile(connected(), userId),
  saveProfile: (userId: string, profile: Profile): Promise<void> => saveProfile(connected(), userId, profile),
  readStorageUsage: (): Promise<StorageUsage> => readStorageUsage(connected()),
  readSubscription: (): Promise<Subscription> => readSubscription(connected()),
  createCheckout: (tier: Tier): Promise<string> => createCheckout(connected(), tier),
  openPortal: (): Promise<string> => openPortal(connected()),
}
