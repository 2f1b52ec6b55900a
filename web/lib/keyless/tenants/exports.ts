import { z } from 'zod'
import { EXPORT_STATES } from '#contract/organisation/tenant-life.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/tenants/v1'

const tenantExport = z.object({
  id: z.string(),
  asker: z.string(),
  state: z.enum(EXPORT_STATES),
  asked_at: z.string(),
  ended_at: z.string().nullable(),
  rows_done: z.number(),
  blobs_done: z.number(),
  blobs_total: z.number().nullable(),
  bytes_done: z.number(),
})
/** An export of an organisation, and how far it is. */
export type TenantExport = z.output<typeof tenantExport>
const exportList = z.object({ exports: z.array(tenantExport) })
const begun = z.object({ id: z.string(), ticket: z.string() })

/** The newest ones of an organisation. */
export async function listExports(api: VaultApi, tenant: string): Promise<TenantExport[]> {
  const answer = await api.fetch(`${PATH}/organisations/${tenant}/exports`, { method: 'GET' })
  return exportList.parse(await answer.json()).exports
}

/** @returns the address of its one download, which begins within a minute. @throws {VaultError} `changed_meanwhile` where one is under way, `proof_needed` */
export async function beginExport(api: VaultApi, tenant: string): Promise<string> {
  const { id, ticket } = begun.parse(await api.post(`${PATH}/organisations/${tenant}/exports`, {}))
  return `${PATH}/exports/${id}/archive?ticket=${ticket}`
}

/** @throws {VaultError} `tenant_changed` where it has ended */
export async function cancelExport(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/exports/${id}/cancel`, { method: 'POST' })
}
