import { Inbox } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import type { OwnRequest } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { dayOf, isOver, untilText } from '../sharing/share-fields.ts'

type Props = {
  request: OwnRequest & { address: string | null }
  isBusy: boolean
  onShow: () => void
  onEnd: () => void
}

/** One request with how much of it has arrived. */
export function RequestRow({ request, isBusy, onShow, onEnd }: Props) {
  const text = requestWords.list
  const now = useNow()
  const { filesDelivered, maxFiles, bytesDelivered, maxBytes, hasPassword, address, createdAt, expiresAt } = request
  const title = request.title ?? text.damaged
  const isLate = isOver({ expiresAt }, now)
  const isFull = filesDelivered >= maxFiles || bytesDelivered >= maxBytes
  const facts = [
    text.arrived(filesDelivered, maxFiles),
    text.bytes(bytesDelivered, maxBytes),
    `${m.sharing.access.made(dayOf(createdAt))}, ${untilText(expiresAt, now)}`,
    ...(hasPassword ? [text.withPassword] : []),
  ]
  return (
    <Row
      icon={<Inbox size={18} aria-hidden="true" />}
      title={title}
      detail={facts.join(' · ')}
      badge={
        isLate ? (
          <Badge>{text.over}</Badge>
        ) : isFull ? (
          <Badge>{text.full}</Badge>
        ) : (
          <Badge tone="brand">{text.isOpen}</Badge>
        )
      }
      actions={
        <>
          {address !== null && !isLate && (
            <Button size="sm" variant="outline" aria-label={text.showOf(title)} onClick={onShow}>
              {text.show}
            </Button>
          )}
          <Button size="sm" variant="outline" aria-label={text.endOf(title)} disabled={isBusy} onClick={onEnd}>
            {text.end}
          </Button>
        </>
      }
    />
  )
}
