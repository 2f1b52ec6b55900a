import { useQuery } from '@tanstack/react-query'
import { activity } from '#web/messages/activity.ts'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { ActivityFeed } from '../activity/activity-feed.tsx'
import { securityEventsQuery } from './security.queries.ts'

const ROW_PX = 56

/** The newest sign-ins and changes of keys and settings. */
export function SecurityEvents({ userId }: { userId: string }) {
  const events = useQuery(securityEventsQuery(useVault().audit, userId))
  const words = m.security.events
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <Heading>{words.title}</Heading>
        <TextLink to="/dashboard/activity?kind=signIns" className="text-sm">
          {words.all}
        </TextLink>
      </div>
      <QueryView
        query={events}
        text={activity}
        skeleton={<SkeletonRows label={activity.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {(list) => (list.length === 0 ? <Text tone="soft">{words.empty}</Text> : <ActivityFeed events={list} />)}
      </QueryView>
    </section>
  )
}
