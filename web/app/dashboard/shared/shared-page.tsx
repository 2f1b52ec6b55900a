import { m } from '#web/messages/app.ts'
import { Heading } from '#web/ui/text.tsx'
import { SharedByMe } from './shared-by-me.tsx'
import { SharedWithMe } from './shared-with-me.tsx'

/** What others share with this account, and everything that this account shares. */
export function SharedPage() {
  const text = m.sharing.page
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <Heading as="h1" look="page">
        {text.title}
      </Heading>
      <SharedWithMe />
      <SharedByMe />
    </>
  )
}
