import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Maintenance, namesOfServices } from '#contract/status.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = statusAdmin.maintenance

/** Windows that are open or announced, and their end. */
export function MaintenanceSection({ windows, action }: { windows: readonly Maintenance[]; action: ReactNode }) {
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        {action}
      </div>
      <Text tone="soft" className="max-w-prose">
        {text.lead}
      </Text>
      <Card>
        {windows.length === 0 ? (
          <Text tone="soft" className="p-4">
            {text.none}
          </Text>
        ) : (
          <RowList label={text.title}>
            {windows.map((window) => (
              <MaintenanceRow key={window.id} window={window} />
            ))}
          </RowList>
        )}
      </Card>
    </section>
  )
}

function MaintenanceRow({ window: { id, title, services, starts_at, ends_at } }: { window: Maintenance }) {
  const { status } = useVault()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => status.endMaintenance(id),
    onSuccess: () => toastDone(text.ended),
    onError: (error) => toastError(text.endFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['status-records'] }),
  })
  const [starts, ends] = [new Date(starts_at), new Date(ends_at)]
  const now = useNow()
  // The clock may lag by a minute: what begins now has begun when its row appears.
  const [shownAt] = useState(() => new Date())
  const isRunning = starts <= now || starts <= shownAt
  return (
    <Row
      icon={<Wrench size={18} aria-hidden="true" />}
      title={title}
      badge={<Badge>{isRunning ? text.running : text.announced}</Badge>}
      detail={`${text.window(formatDateTime(starts), formatDateTime(ends))} · ${namesOfServices(services)}`}
      actions={
        <Button
          variant="outline"
          size="sm"
          aria-label={isRunning ? text.endOf(title) : text.takeBackOf(title)}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          {isRunning ? text.end : text.takeBack}
        </Button>
      }
    />
  )
}
