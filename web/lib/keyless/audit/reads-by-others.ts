import type { VaultApi } from '#vault/session/api.ts'
import { type AuditEvent, type AuditPlace, eventRows, listAuditEvents } from '#vault/audit/audit-log.ts'

type Page = { limit: number; older?: AuditPlace | undefined; fileId?: string | undefined }
type ActivityPage = Page & { userId: string; types: readonly string[] }

/**
 * Who read files of one's own: other people, and visitors of one's links; newest first. It is what the server noted: it can leave out
 * or invent such an event, and nothing of it is signed.
 */
export async function listReadsByOthers(api: VaultApi, { limit, older, fileId }: Page): Promise<AuditEvent[]> {
  const body = {
    at_most: limit,
    ...(fileId ? { file: fileId } : {}),
    ...(older ? { before: older.createdAt, before_id: older.id } : {}),
  }
  return eventRows.parse(await api.rest('rpc/reads_of_my_files', { method: 'POST', body }))
}

/** What a person did, and who read their files; of one file when `fileId` is given. Newest first. */
export async function listActivity(api: VaultApi, page: ActivityPage): Promise<AuditEvent[]> {
  const { userId, fileId, types, limit, older } = page
  const [own, reads] = await Promise.all([
    listAuditEvents(api, { filter: { userId, types, objectId: fileId }, limit, older }),
    types.includes('share_links.download') ? listReadsByOthers(api, { limit, older, fileId }) : [],
  ])
  return [...own, ...reads].toSorted(newestFirst).slice(0, limit)
}

/** As the lists themselves are: the server's times compare as text, and equal ones are told apart by id. */
function newestFirst(one: AuditEvent, other: AuditEvent): number {
  const [a, b] = [one.created_at + one.id, other.created_at + other.id]
  return a === b ? 0 : a > b ? -1 : 1
}
