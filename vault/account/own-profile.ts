import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const rows = z.array(
  z.object({ first_name: z.string().nullable(), last_name: z.string().nullable(), company: z.string().nullable() }),
)

/** What people say about themselves; the server and their organisation can read it. */
export type Profile = { firstName: string; lastName: string; company: string }

/** The caller's profile; empty fields where nothing was said. */
export async function readProfile(api: VaultApi, userId: string): Promise<Profile> {
  const [row] = rows.parse(await api.rest(`profiles?select=first_name,last_name,company&user_id=eq.${userId}`))
  return { firstName: row?.first_name ?? '', lastName: row?.last_name ?? '', company: row?.company ?? '' }
}

/** Replaces the three fields; what else the row holds stays. */
export async function saveProfile(api: VaultApi, userId: string, profile: Profile): Promise<void> {
  const { firstName, lastName, company } = profile
  const row = { user_id: userId, first_name: firstName, last_name: lastName, company }
  await api.rest('profiles?on_conflict=user_id', {
    method: 'POST',
    body: { ...row, updated_at: new Date().toISOString() },
    prefer: 'resolution=merge-duplicates',
  })
}
