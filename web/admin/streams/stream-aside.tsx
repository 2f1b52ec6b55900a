import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { AsideEvent, EventStream } from '#web/lib/remote/vault-client.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { asideQuery } from './streams.queries.ts'
import { useAsideActions } from './use-aside-actions.ts'

const ROW_PX = 64
const words = text.aside

/** Events that a receiver refused for good: sent again, or left out. */
export function StreamAside({ stream }: { stream: EventStream }) {
  const { data, error } = useQuery(asideQuery(useVault().streams, stream.id))
  const actions = useAsideActions(stream)
  if (error) return <Notice tone="error">{sentenceFor(error)}</Notice>
  if (!data) return <SkeletonRows label={words.loading} rows={3} rowHeight={ROW_PX} />
  if (data.length === 0) return <Text tone="soft">{words.none}</Text>
  return (
    <>
      <Text tone="soft">{words.lead}</Text>
      <div className="-mx-6 mt-4 border-y border-line">
        <RowList label={words.title(stream.name)}>
          {data.map((event) => (
            <AsideRow key={event.event_id} event={event} {...actions} />
          ))}
        </RowList>
      </div>
    </>
  )
}

type RowProps = { event: AsideEvent } & ReturnType<typeof useAsideActions>

function AsideRow({ event, repeat, leaveOut }: RowProps) {
  const { event_id: id, event_type, happened_at, error } = event
  const title = event_type === null ? words.removed : eventTitle({ event_type, details: {} })
  const isBusy = [repeat, leaveOut].some(({ isPending, variables }) => isPending && variables?.event_id === id)
  return (
    <Row
      icon={<CircleAlert size={18} aria-hidden="true" />}
      title={title}
      detail={
        <>
          <span className="block">
            {happened_at === null ? id : `${formatShortDateTime(new Date(happened_at))} · ${id}`}
          </span>
          <span className="block">{error ? text.problem(error.problem, error.number) : null}</span>
        </>
      }
      actions={
        <>
          <Reached line="POST /streams/v1/:id/aside/:event">
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => repeat.mutate(event)}>
              {words.repeat}
            </Button>
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => leaveOut.mutate(event)}>
              {words.leaveOut}
            </Button>
          </Reached>
        </>
      }
    />
  )
}
