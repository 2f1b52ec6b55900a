import type { VaultApi } from '#vault/session/api.ts'
import { listNotices, markNoticesRead, readNoticeSettings, saveNoticeSetting } from './notices.ts'

/** Notifications of the person. How many are unread, the first screen asks as well: `badges`. */
export const noticeCalls = {
  list: listNotices,
  settings: readNoticeSettings,
  saveSetting: saveNoticeSetting,
  /** One, or all. */
  markRead: (api: VaultApi, id?: string): Promise<void> => markNoticesRead(api, new Date(), id),
}
