import type { VaultApi } from '#vault/session/api.ts'

/** Number of notifications that nobody marked as read. Read by hand: the first screen asks, and a schema would bring those of all rooms along. */
export async function countUnreadNotices(api: VaultApi): Promise<number> {
  const [counted] = (await api.rest('notifications?select=count&read_at=is.null')) as { count?: unknown }[]
  return Number(counted?.count ?? 0)
}
