import {
  countUnreadNotices,
  listNotices,
  markNoticesRead,
  readNoticeSettings,
  saveNoticeSetting,
} from '#vault/account/notices.ts'
import { withApi } from './bind-calls.ts'
import { connected } from '../vault-state.ts'

export const noticeCalls = {
  ...withApi({
    list: listNotices,
    countUnread: countUnreadNotices,
    settings: readNoticeSettings,
    saveSetting: saveNoticeSetting,
  }),
  /** One, or all. */
  markRead: (id?: string): Promise<void> => markNoticesRead(connected(), new Date(), id),
}
