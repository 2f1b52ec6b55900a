import { queryOptions, useQuery } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { ActivityFeed } from '../activity/activity-feed.tsx'
import { typesOf } from '../activity/activity-words.ts'

const ROW_PX = 56
const SHOWN_EVENTS = 8

/** The newest sign-ins and changes of keys and settings. */
export function SecurityEvents({ userId }: { userId: string }) {
  const events = useQuery(eventsQuery(useVault().audit, userId))
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

/** Stands apart from the other queries: strips of every page ask those, and would bring the words of Activity along. */
function eventsQuery(audit: VaultClient['audit'], userId: string) {
  return queryOptions({
    queryKey: ['security', 'events', userId],
    queryFn: () =>
      audit.list({ filter: { userId, types: [...typesOf('signIns'), ...typesOf('keys')] }, limit: SHOWN_EVENTS }),
    staleTime: 0,
  })
}
