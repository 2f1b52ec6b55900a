import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { linkFacts } from '../access-rows.tsx'
import { AddressView } from '../address-view.tsx'
import { dayOf, isLate, isOver } from '../share-fields.ts'
import { ChangeLinkForm } from './change-link-form.tsx'
import { LinkFiles } from './link-files.tsx'

type Props = {
  /** Open while there is one. */
  link: OwnLink | null
  name: string
  onClose: () => void
}

/** A link of mine: its address again, and what of it can be changed. */
export function LinkDialog({ link, name, onClose }: Props) {
  return (
    <Dialog isOpen={link !== null} onClose={onClose} title={m.sharing.shown.title(name)}>
      {link && <ShownLink key={link.id} link={link} name={name} />}
    </Dialog>
  )
}

function ShownLink({ link, name }: { link: OwnLink; name: string }) {
  const text = m.sharing.shown
  const now = useNow()
  const [isChanging, setChanging] = useState(false)
  const change = !isChanging && (
    <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
      {text.change}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {isOver(link, now) && <Notice tone="attention">{isLate(link, now) ? text.expired : text.usedUp}</Notice>}
      {link.path === null ? (
        <>
          <Notice tone="info">{text.notKept}</Notice>
          <Facts link={link} now={now} />
          {change && <div className="flex">{change}</div>}
        </>
      ) : (
        <AddressView
          address={location.origin + link.path}
          words={m.sharing.link}
          note={<Facts link={link} now={now} />}
        >
          {change}
        </AddressView>
      )}
      {link.several && <LinkFiles link={link} />}
      {isChanging && <ChangeLinkForm link={link} fileName={name} onDone={() => setChanging(false)} />}
    </div>
  )
}

function Facts({ link, now }: { link: OwnLink; now: Date }) {
  return (
    <Text tone="soft" size="xs">
      {m.sharing.access.made(dayOf(link.createdAt))}, {linkFacts(link, now)}
      {link.hasPassword && <> · {m.sharing.access.linkWithPassword}</>}
    </Text>
  )
}
