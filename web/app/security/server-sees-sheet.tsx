import { m } from '#web/messages/app.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** The two lists that everybody should know: what the operator can see, and what nobody can. */
export function ServerSeesSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { action, lead, seesTitle, sees, neverTitle, never } = m.security.sees
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={action}>
      <Text tone="soft">{lead}</Text>
      <Heading as="h3" look="small">
        {seesTitle}
      </Heading>
      <FactList facts={sees} />
      <Heading as="h3" look="small">
        {neverTitle}
      </Heading>
      <FactList facts={never} />
    </Sheet>
  )
}
