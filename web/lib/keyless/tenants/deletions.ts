import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/tenants/v1'

const deletion = z.object({
  asker: z.string(),
  reason: z.string(),
  asked_at: z.string(),
  ends_at: z.string(),
  kept_at: z.string().nullable(),
  keeper: z.string(),
  keeping: z.string(),
})
/** An organisation that is being deleted: since when, why and until when, and what its owners say about it. */
export type TenantDeletion = z.output<typeof deletion>
const answer = z.object({ deletion: deletion.nullable() })

export async function readDeletion(api: VaultApi, tenant: string): Promise<TenantDeletion | null> {
  return read(api, `/organisations/${tenant}/deletion`)
}

/** That of one's own organisation; null for everybody but its owners. */
export async function readOwnDeletion(api: VaultApi): Promise<TenantDeletion | null> {
  return read(api, '/own/deletion')
}

/** @param given `name`: as it was typed. @throws {VaultError} `legal_hold`, `tenant_changed`, `proof_needed` */
export async function beginDeletion(
  api: VaultApi,
  { id, ...given }: { id: string; name: string; reason: string },
): Promise<void> {
  await api.post(`${PATH}/organisations/${id}/deletion`, given)
}

/** @throws {VaultError} `tenant_changed` where its days are over, `proof_needed` */
export async function restoreTenant(api: VaultApi, tenant: string): Promise<void> {
  await api.fetch(`${PATH}/organisations/${tenant}/deletion`, { method: 'DELETE' })
}

/** @throws {VaultError} `tenant_changed` */
export async function askToKeep(api: VaultApi, reason: string): Promise<void> {
  await api.post(`${PATH}/own/deletion/objection`, { reason })
}

async function read(api: VaultApi, path: string): Promise<TenantDeletion | null> {
  return answer.parse(await (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()).deletion
}
