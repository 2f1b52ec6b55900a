import type { NoticeKind, NoticeSetting } from '#contract/notices.ts'
import {
  type Notice,
  countUnreadNotices,
  listNotices,
  markNoticesRead,
  readNoticeSettings,
  saveNoticeSetting,
} from '#vault/notices.ts'
import {
  type OwnSession,
  type SecurityFacts,
  listOwnSessions,
  readSecurityFacts,
  revokeOwnSession,
} from '#vault/own-security.ts'
import { connected } from './vault-state.ts'

/** Sessions and security of the account, and what its owner was told. */
export const accountInfoCalls = {
  listOwnSessions: (): Promise<OwnSession[]> => listOwnSessions(connected()),
  revokeOwnSession: (id: string): Promise<boolean> => revokeOwnSession(connected(), id),
  readSecurityFacts: (): Promise<SecurityFacts> => readSecurityFacts(connected()),
  listNotices: (limit: number, older?: Notice): Promise<Notice[]> => listNotices(connected(), limit, older),
  countUnreadNotices: (): Promise<number> => countUnreadNotices(connected()),
  markNoticesRead: (id?: string): Promise<void> => markNoticesRead(connected(), new Date(), id),
  readNoticeSettings: (): Promise<Record<NoticeKind, NoticeSetting>> => readNoticeSettings(connected()),
  saveNoticeSetting: (kind: NoticeKind, setting: NoticeSetting): Promise<void> =>
    saveNoticeSetting(connected(), kind, setting),
}
