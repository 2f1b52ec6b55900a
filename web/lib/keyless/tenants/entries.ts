import { z } from 'zod'
import type { ENTRY_MINUTES } from '#contract/organisation/tenant-life.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/tenants/v1'

const guest = z.object({
  id: z.string(),
  asker: z.string(),
  reason: z.string(),
  began_at: z.string(),
  ends_at: z.string(),
})
/** Super administrator who is in the panel of one's own organisation now. */
export type TenantGuest = z.output<typeof guest>
const entry = guest.extend({ tenant_id: z.string(), name: z.string(), tier: z.string() })
/** The organisation that this session has entered. */
export type OwnEntry = z.output<typeof entry>

/** @throws {VaultError} `tenant_changed`, `already_entered`, `proof_needed` */
export async function enterTenant(
  api: VaultApi,
  { id, ...given }: { id: string; minutes: (typeof ENTRY_MINUTES)[number]; reason: string },
): Promise<void> {
  await api.post(`${PATH}/organisations/${id}/entries`, given)
}

/** @throws {VaultError} `tenant_changed` where it has ended */
export async function leaveTenant(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/entries/${id}/leave`, { method: 'POST' })
}

export async function readOwnEntry(api: VaultApi): Promise<OwnEntry | null> {
  const answer = await api.fetch(`${PATH}/own/entry`, { method: 'GET' })
  return z.object({ entry: entry.nullable() }).parse(await answer.json()).entry
}

/** Empty for people who do not manage users. */
export async function listGuests(api: VaultApi): Promise<TenantGuest[]> {
  const answer = await api.fetch(`${PATH}/own/guests`, { method: 'GET' })
  return z.object({ entries: z.array(guest) }).parse(await answer.json()).entries
}
