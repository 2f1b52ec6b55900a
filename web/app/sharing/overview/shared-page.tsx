import { m } from '#web/messages/app.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { MyRequests } from '../../requests/my-requests.tsx'
import { RequestButton } from '../../requests/request-button.tsx'
import { SharedByMe } from './shared-by-me.tsx'
import { SharedWithMe } from './shared-with-me.tsx'

/** What others share with this account, everything that this account shares, and the files that it asks for. */
export function SharedPage() {
  const text = m.sharing.page
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title}>
        <RequestButton folderId={null} />
      </PageHead>
      <SharedWithMe />
      <SharedByMe />
      <MyRequests />
    </>
  )
}
