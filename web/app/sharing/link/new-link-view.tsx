import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AddressView } from '../address-view.tsx'

type Props = {
  address: string
  /** Of the files that it opens, of several. */
  count: number | null
  onAnother: () => void
}

/** A link that was just made. */
export function NewLinkView({ address, count, onAnother }: Props) {
  const text = m.sharing.link
  const note = (
    <Text tone="soft" size="xs">
      {count === null ? text.made : m.sharing.several.made(count)}
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
