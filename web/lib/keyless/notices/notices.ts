import { z } from 'zod'
import { NOTICE_KINDS, type NoticeKind, type NoticeSetting } from '#contract/notices.ts'
import type { VaultApi } from '#vault/session/api.ts'

const row = z.object({
  id: z.uuid(),
  created_at: z.string(),
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
  read_at: z.string().nullable(),
})

/** A notification of the person. `kind` may be one that this version does not know. */
export type Notice = {
  id: string
  /** ISO 8601. */
  createdAt: string
  kind: string
  details: Record<string, unknown>
  isRead: boolean
}

/** Notifications newest first, those before `older` of an earlier page. */
export async function listNotices(api: VaultApi, limit: number, older?: Notice): Promise<Notice[]> {
  const time = older && encodeURIComponent(`"${older.createdAt}"`)
  const behind = older ? `&or=(created_at.lt.${time},and(created_at.eq.${time},id.lt.${older.id}))` : ''
  const query = `notifications?select=id,created_at,kind,details,read_at&order=created_at.desc,id.desc&limit=${limit}`
  const rows = z.array(row).parse(await api.rest(query + behind))
  return rows.map(({ id, created_at, kind, details, read_at }) => ({
    id,
    createdAt: created_at,
    kind,
    details,
    isRead: read_at !== null,
  }))
}

/** Marks one as read, or all that are unread. */
export async function markNoticesRead(api: VaultApi, now: Date, id?: string): Promise<void> {
  const which = id === undefined ? 'read_at=is.null' : `id=eq.${id}&read_at=is.null`
  await api.rest(`notifications?${which}`, { method: 'PATCH', body: { read_at: now.toISOString() } })
}

const settingRow = z.object({ kind: z.string(), in_app: z.boolean(), by_email: z.boolean() })

/** What is wanted of each kind; kinds that were never changed have their default. */
export async function readNoticeSettings(api: VaultApi): Promise<Record<NoticeKind, NoticeSetting>> {
  const rows = z.array(settingRow).parse(await api.rest('notification_settings?select=kind,in_app,by_email'))
  const changed = new Map(rows.map(({ kind, in_app, by_email }) => [kind, { inApp: in_app, byEmail: by_email }]))
  const entries = Object.entries(NOTICE_KINDS).map(([kind, { byEmail }]) => {
    const setting = changed.get(kind) ?? { inApp: true, byEmail: byEmail === 'on' }
    // Whatever was chosen before there was no switch.
    return [kind, byEmail === 'fixed' ? { ...setting, byEmail: true } : setting]
  })
  return Object.fromEntries(entries) as Record<NoticeKind, NoticeSetting>
}

export async function saveNoticeSetting(api: VaultApi, kind: NoticeKind, setting: NoticeSetting): Promise<void> {
  await api.rest('notification_settings?on_conflict=user_id,kind', {
    method: 'POST',
    prefer: 'resolution=merge-duplicates',
    body: { kind, in_app: setting.inApp, by_email: setting.byEmail },
  })
}
