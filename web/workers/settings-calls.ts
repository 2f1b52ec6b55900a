import type { Tier } from '#contract/plans.ts'
import { type Profile, readProfile, saveProfile } from '#vault/own-profile.ts'
import { type Subscription, createCheckout, openPortal, readSubscription } from '#vault/subscription.ts'
import { connected } from './vault-state.ts'

/** Profile and subscription: nothing here needs a key. */
export const settingsCalls = {
  readProfile: (userId: string): Promise<Profile> => readProfile(connected(), userId),
  saveProfile: (userId: string, profile: Profile): Promise<void> => saveProfile(connected(), userId, profile),
  readSubscription: (): Promise<Subscription> => readSubscription(connected()),
  createCheckout: (tier: Tier): Promise<string> => createCheckout(connected(), tier),
  openPortal: (): Promise<string> => openPortal(connected()),
}
