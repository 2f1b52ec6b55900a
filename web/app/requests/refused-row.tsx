import { TriangleAlert } from 'lucide-react'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import type { ReceivedFile } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Row } from '#web/ui/list/row-list.tsx'

/** A delivery that did not pass its check. It can only be deleted. */
export function RefusedRow({
  file,
  isBusy,
  onDiscard,
}: {
  file: ReceivedFile
  isBusy: boolean
  onDiscard: () => void
}) {
  const text = requestWords.received
  return (
    <Row
      icon={<TriangleAlert size={18} aria-hidden="true" />}
      title={text.damagedName}
      detail={text.damagedText(file.requestTitle, formatBytes(file.sizeBytes))}
      badge={<Badge tone="danger">{text.damaged}</Badge>}
      actions={
        <Button
          size="sm"
          variant="outline"
          aria-label={text.discardOf(formatDateTime(new Date(file.arrivedAt)))}
          disabled={isBusy}
          onClick={onDiscard}
        >
          {text.discard}
        </Button>
      }
    />
  )
}
