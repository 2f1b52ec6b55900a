import { m } from '#web/messages/app.ts'
import { Heading } from '#web/ui/layout/text.tsx'
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
      <div className="flex flex-wrap items-center gap-3">
        <Heading as="h1" look="page" className="mr-auto">
          {text.title}
        </Heading>
        <RequestButton folderId={null} />
      </div>
      <SharedWithMe />
      <SharedByMe />
      <MyRequests />
    </>
  )
}
