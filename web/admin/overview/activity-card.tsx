import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatRelativeTime } from '#web/lib/format.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { actorName } from '#web/parts/audit/actor-name.ts'
import { namesQuery } from '#web/parts/audit/names.queries.ts'
import { RiskBadge } from '#web/parts/audit/event-badges.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { newestEventsQuery } from './overview.queries.ts'

const ROW_PX = 52
const text = admin.overview.activity

/** The newest events of the audit log. */
export function ActivityCard() {
  const query = useQuery(newestEventsQuery(useVault().audit))
  return (
    <CardSection aria-label={text.title}>
      <div className="flex items-baseline justify-between gap-3 p-4">
        <Heading>{text.title}</Heading>
        <Reached page="/admin/audit-logs">
          <TextLink to="/admin/audit-logs">{text.all}</TextLink>
        </Reached>
      </div>
      <QueryView
        query={query}
        text={{ failed: text.failed, retry: admin.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={5} rowHeight={ROW_PX} />}
        className="p-4"
      >
        {(events) =>
          events.length === 0 ? (
            <EmptyState isLine seed={text.none} title={text.none} text={text.noneText} />
          ) : (
            <Events events={events} />
          )
        }
      </QueryView>
    </CardSection>
  )
}

function Events({ events }: { events: readonly AuditEvent[] }) {
  const now = useNow()
  const { data = [] } = useQuery(namesQuery(useVault().audit, events))
  const names = new Map(data.map((person) => [person.userId, person]))
  return (
    <PlainRows label={text.title}>
      {events.map((event) => {
        const at = new Date(event.created_at)
        return (
          <PlainRow
            key={event.id}
            action={
              <time dateTime={event.created_at} title={formatDateTime(at)} className="text-xs text-ink-3 tabular-nums">
                {formatRelativeTime(at, now)}
              </time>
            }
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {eventTitle(event)}
              {event.risk_level !== 'low' && <RiskBadge risk={event.risk_level} />}
            </span>
            <Text tone="soft" size="xs">
              {actorName(event, names)}
            </Text>
          </PlainRow>
        )
      })}
    </PlainRows>
  )
}
