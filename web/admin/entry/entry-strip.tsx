import '#web/messages/panel-errors.ts'
import { DoorOpen } from 'lucide-react'
import { formatShortDateTime } from '#web/lib/format.ts'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import type { TenantGuest } from '#web/lib/remote/vault-client.ts'
import { useEntry, useLeave } from './entry-context.ts'

const until = (at: string): string => formatShortDateTime(new Date(at))

/** Where one is, until when and why, with the way back. In one's own organisation: who of the operator is in it. */
export function EntryStrip({ guests }: { guests: readonly TenantGuest[] }) {
  const entered = useEntry()
  const leave = useLeave()
  if (!entered) {
    return guests.map(({ id, asker, reason, ends_at: end }) => (
      <EnglishArea key={id}>
        <Strip Icon={DoorOpen}>
          <span className="min-w-0 wrap-anywhere">
            {text.guest(asker, until(end))} {text.stripReason(reason)}
          </span>
        </Strip>
      </EnglishArea>
    ))
  }
  const { id, name, reason, ends_at: end } = entered.entry
  return (
    <EnglishArea>
      <Strip Icon={DoorOpen}>
        <span className="min-w-0 wrap-anywhere">
          {text.strip(name, until(end))} {text.stripReason(reason)}
        </span>
        <Button
          variant="outline"
          size="sm"
          className="ml-auto shrink-0"
          isBusy={leave.isPending}
          onClick={() => leave.mutate(id)}
        >
          {leave.isPending ? text.leaving : text.leave}
        </Button>
      </Strip>
    </EnglishArea>
  )
}
