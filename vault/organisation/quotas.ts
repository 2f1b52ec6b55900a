import type { VaultApi } from '../session/api.ts'

/** @param quota bytes; null takes the limit away. @throws {VaultError} `proof_needed`, `not_member` */
export async function setQuota(api: VaultApi, person: string, quota: number | null): Promise<void> {
  await api.rest('rpc/set_member_quota', { method: 'POST', body: { person, quota } })
}
