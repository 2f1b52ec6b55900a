import { z } from 'zod'
import {
  TENANT_PLAN_IDS,
  TENANT_STATES,
  type TenantPlan,
  type TenantState,
} from '#contract/organisation/tenant-plan-ids.ts'
import { fromHex, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'

const tenant = z.object({
  id: z.uuid(),
  name: z.string(),
  tier: z.enum(TENANT_PLAN_IDS),
  status: z.enum(TENANT_STATES),
  is_operator: z.boolean(),
  is_demo: z.boolean(),
  created_at: z.string(),
  suspended_at: z.string().nullable(),
  suspended_reason: z.string().nullable(),
  people: z.number(),
  invited: z.number(),
  bytes: z.number(),
  owners: z.array(z.string()),
  domains: z.array(z.string()),
  last_active_at: z.string().nullable(),
  seats: z.number().nullable(),
  limit_people: z.number().nullable(),
  limit_bytes: z.number().nullable(),
  limits_version: z.number(),
})
/**
 * An organisation of this installation. `bytes`: what its people store, as of a minute ago. `seats`: people
 * that it may have, null without a limit. `limit_people` and `limit_bytes`: limits of the operator's own; null: as its plan says. Times are ISO 8601.
 */
export type Tenant = z.output<typeof tenant>

/** The last one of a page: the next page begins after it. */
export type TenantPlace = Pick<Tenant, 'id' | 'created_at'>

const PAGE = 50

/** Newest first. @param wanted `after`: the last one of the page before. @throws {VaultError} `not_allowed` */
export async function listTenants(
  api: VaultApi,
  { search, state, after }: { search: string; state: TenantState | null; after: TenantPlace | null },
): Promise<{ tenants: Tenant[]; hasMore: boolean }> {
  const body = { search, state, before_time: after?.created_at ?? null, before_id: after?.id ?? null }
  const tenants = z.array(tenant).parse(await api.rest('rpc/list_tenants', { method: 'POST', body }))
  return { tenants, hasMore: tenants.length === PAGE }
}

/** Makes an organisation, and mails an invitation to its owner. @throws {VaultError} `account_exists`, `proof_needed`, `rate_limited` */
export async function createTenant(
  api: VaultApi,
  vault: OpenVault,
  { name, plan, email }: { name: string; plan: TenantPlan; email: string },
): Promise<void> {
  await api.auth('tenants', { name, plan, email: email.trim().toLowerCase(), fingerprint: fingerprintOf(vault) })
}

/** For one without an owner. An earlier invitation ends. @throws {VaultError} `tenant_changed`, and as `createTenant` */
export async function inviteFirstOwner(
  api: VaultApi,
  vault: OpenVault,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await api.auth(`tenants/${id}/owner`, { email: email.trim().toLowerCase(), fingerprint: fingerprintOf(vault) })
}

/** Signs all its people out. @throws {VaultError} `tenant_changed`, `proof_needed` */
export async function suspendTenant(api: VaultApi, id: string, reason: string): Promise<void> {
  await api.rest('rpc/suspend_tenant', { method: 'POST', body: { organisation: id, reason } })
}

/** @throws {VaultError} `tenant_changed`, `proof_needed` */
export async function resumeTenant(api: VaultApi, id: string): Promise<void> {
  await api.rest('rpc/resume_tenant', { method: 'POST', body: { organisation: id } })
}

/** @throws {VaultError} `plan_full` or `role_beyond_plan` where the organisation is larger, `tenant_changed`, `proof_needed` */
export async function changeTenantPlan(
  api: VaultApi,
  { id, plan, expected }: { id: string; plan: TenantPlan; expected: TenantPlan },
): Promise<void> {
  await api.rest('rpc/change_tenant_plan', { method: 'POST', body: { organisation: id, plan, expected } })
}

/**
 * Sets limits besides those of its plan; null: as the plan says. Nobody is removed and nothing deleted.
 * @param limits `version`: the one that was seen. @throws {VaultError} `tenant_changed`, `proof_needed`
 */
export async function setTenantLimits(
  api: VaultApi,
  id: string,
  { people, bytes, version }: { people: number | null; bytes: number | null; version: number },
): Promise<void> {
  const body = { organisation: id, most_people: people, most_bytes: bytes, known: version }
  await api.rest('rpc/set_tenant_limits', { method: 'POST', body })
}

const fingerprintOf = (vault: OpenVault): string => toBase64Url(fromHex(vault.keyFingerprint))
