import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

const row = z.object({
  user_id: z.uuid(),
  used_bytes: z.int(),
  own_bytes: z.int().nullable(),
  plan_bytes: z.int().nullable(),
})

/** Bytes that a person has stored, and how much they may store. */
export type MemberQuota = {
  userId: string
  usedBytes: number
  /** Set by the organisation for this person; null without. */
  ownBytes: number | null
  /** Null is without a limit. */
  planBytes: number | null
}

/** Empty for people who may not manage users. */
export async function listQuotas(api: VaultApi): Promise<MemberQuota[]> {
  const rows = await readAll(api, row, 'rpc/member_quotas?order=user_id', {})
  return rows.map((one) => ({
    userId: one.user_id,
    usedBytes: one.used_bytes,
    ownBytes: one.own_bytes,
    planBytes: one.plan_bytes,
  }))
}

/** @param quota bytes; null takes the limit away. @throws {VaultError} `proof_needed`, `not_member` */
export async function setQuota(api: VaultApi, person: string, quota: number | null): Promise<void> {
  await api.rest('rpc/set_member_quota', { method: 'POST', body: { person, quota } })
}
