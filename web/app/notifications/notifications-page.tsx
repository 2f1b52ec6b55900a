import { m } from '#web/messages/app.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { NoticeList } from './notice-list.tsx'
import { NoticeSettings } from './notice-settings.tsx'

/** The person's notifications, and which ones they want. */
export function NotificationsPage() {
  return (
    <>
      <title>{m.common.pageTitle(m.notices.title)}</title>
      <div>
        <Heading as="h1" look="page">
          {m.notices.title}
        </Heading>
        <Text tone="soft" className="mt-1">
          {m.notices.lead}
        </Text>
      </div>
      <NoticeList />
      <NoticeSettings />
    </>
  )
}
