import type { Profile } from '#vault/account/own-profile.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Backend } from '../remote/backend.ts'

export async function saveProfile({ auth, workers }: Backend, profile: Profile): Promise<void> {
  await workers.vault.settings.storeProfile(profile)
  // The name that the app greets with comes with the session.
  const { firstName, lastName, company } = profile
  const { error } = await auth.updateUser({ data: { first_name: firstName, last_name: lastName, company } })
  if (error) throw fromAuth(error)
}
