import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { AddressView } from '../address-view.tsx'

/** A link that was just made. */
export function NewLinkView({ address, onAnother }: { address: string; onAnother: () => void }) {
  const text = m.sharing.link
  return (
    <div className="flex flex-col gap-4">
      <AddressView address={address} words={text}>
        <p className="text-xs text-ink-2">{text.made}</p>
        <Button variant="outline" size="sm" onClick={onAnother}>
          {text.another}
        </Button>
      </AddressView>
    </div>
  )
}
