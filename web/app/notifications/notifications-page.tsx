import { m } from '#web/messages/app.ts'
import { notices as noticeWords } from '#web/messages/notifications.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { NoticeList } from './notice-list.tsx'
import { NoticeSettings } from './notice-settings.tsx'

/** The person's notifications, and which ones they want. */
export function NotificationsPage() {
  return (
    <>
      <title>{m.common.pageTitle(noticeWords.title)}</title>
      <PageHead title={noticeWords.title} lead={noticeWords.lead} />
      <NoticeList />
      <NoticeSettings />
    </>
  )
}
