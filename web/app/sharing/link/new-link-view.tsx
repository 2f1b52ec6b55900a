import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AddressView } from '../address-view.tsx'

/** A link that was just made. */
export function NewLinkView({ address, onAnother }: { address: string; onAnother: () => void }) {
  const text = m.sharing.link
  const note = (
    <Text tone="soft" size="xs">
      {text.made}
    </Text>
  )
  return (
    <div className="flex flex-col gap-4">
      <AddressView address={address} words={text} note={note}>
        <Button variant="outline" size="sm" onClick={onAnother}>
          {text.another}
        </Button>
      </AddressView>
    </div>
  )
}
