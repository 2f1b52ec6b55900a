import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { activity } from '#web/messages/activity.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { ActivityFeed } from './activity-feed.tsx'
import { isReadByOthers, type ActivityGroup } from './activity-words.ts'
import { activityQuery } from './activity.queries.ts'
import { LedgerBar } from '../ledger/ledger-bar.tsx'
import { ledgerQuery } from '../ledger/ledger.queries.ts'
import { ListFailed } from '#web/parts/query/list-failed.tsx'

const ROW_PX = 56

/** One's own part of the audit log in sentences: the tab and the page of the sidebar are the same. */
export function ActivityPage() {
  const [parameters, setParameters] = useSearchParams()
  const state = useAccountState()
  const group = groupIn(parameters)
  const show = (id: string) =>
    setParameters(
      (current) => {
        if (id === 'all') current.delete('kind')
        else current.set('kind', id)
        return current
      },
      { replace: true },
    )

  return (
    <>
      <title>{m.common.pageTitle(activity.title)}</title>
      <PageHead title={activity.title} lead={activity.lead} />
      <ChoiceBar label={activity.filter} value={group} onChange={show} options={Object.entries(activity.groups)} />
      {state.kind === 'open' && <Feed userId={state.userId} group={group} />}
    </>
  )
}

function Feed({ userId, group }: { userId: string; group: ActivityGroup }) {
  const { audit, ledger } = useVault()
  const feed = useInfiniteQuery(activityQuery(audit, userId, group))
  const events = feed.data?.pages.flat()
  const report = useQuery({ ...ledgerQuery(ledger, events ?? []), enabled: events !== undefined })
  if (events && events.length > 0) {
    return (
      <>
        {events.some(isReadByOthers) && <Text tone="soft">{activity.reads}</Text>}
        <LedgerBar report={report} />
        <ActivityFeed events={events} ledger={report} />
        {feed.hasNextPage && (
          <Button
            variant="outline"
            className="self-center"
            isBusy={feed.isFetchingNextPage}
            onClick={() => void feed.fetchNextPage()}
          >
            {activity.more}
          </Button>
        )}
      </>
    )
  }
  return (
    <Card className={feed.isError ? 'p-4' : ''}>
      {feed.isError ? (
        <ListFailed text={activity} query={feed} />
      ) : events ? (
        <EmptyState
          title={activity.empty}
          text={group === 'all' ? activity.emptyText : activity.emptyFilterText}
          seed={group}
        />
      ) : (
        <SkeletonRows label={activity.loading} rows={8} rowHeight={ROW_PX} />
      )}
    </Card>
  )
}

function groupIn(parameters: URLSearchParams): ActivityGroup {
  const kind = parameters.get('kind')
  return kind !== null && kind in activity.groups ? (kind as ActivityGroup) : 'all'
}
