import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { AddressView } from './address-view.tsx'

/** A link that was just made: the only time its secret can be seen. */
export function NewLinkView({ address, onAnother }: { address: string; onAnother: () => void }) {
  const text = m.sharing.link
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="attention">{text.made}</Notice>
      <AddressView address={address} words={text}>
        <Button variant="outline" onClick={onAnother}>
          {text.another}
        </Button>
      </AddressView>
    </div>
  )
}
