import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** What the operator can see in short, with the way to all of it, and what nobody can. */
export function ServerSeesSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { action, lead, seesTitle, sees, complete, neverTitle, never } = m.security.sees
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={action}>
      <Text tone="soft">{lead}</Text>
      <Heading as="h3" look="small">
        {seesTitle}
      </Heading>
      <FactList facts={sees} />
      {/* The same list as in SECURITY.md; a test holds them together. */}
      <TextLink to="/documentation/what-the-server-sees" reloadDocument>
        {complete}
      </TextLink>
      <Heading as="h3" look="small">
        {neverTitle}
      </Heading>
      <FactList facts={never} />
    </Sheet>
  )
}
