import { useQuery } from '@tanstack/react-query'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DealSheet } from '../deals/deal-sheet.tsx'
import { useOpened } from '#web/parts/list/use-filters.ts'
import { tasksQuery } from '../sales.queries.ts'
import { TaskRows } from './task-rows.tsx'

const words = text.tasks
const ROW_PX = 56

/** Open tasks of all deals, overdue ones first. */
export function TasksPart({ pipeline }: { pipeline: Pipeline }) {
  const query = useQuery(tasksQuery(useVault().sales))
  const { id, open } = useOpened('deal')
  return (
    <section aria-label={words.open} className="flex flex-col gap-3">
      <Heading>{words.open}</Heading>
      <Text tone="soft">{words.lead}</Text>
      <Card>
        <QueryView
          query={query}
          text={{ ...words, retry: text.retry }}
          skeleton={<SkeletonRows label={words.loading} rows={5} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(tasks) =>
            tasks.length === 0 ? (
              <EmptyState title={words.empty} text={words.emptyText} seed="tasks" />
            ) : (
              <TaskRows label={words.open} tasks={tasks} pipeline={pipeline} onOpen={open} />
            )
          }
        </QueryView>
      </Card>
      {query.data?.length === DEAL_LIMITS.tasks && (
        <Text tone="soft" size="xs">
          {words.mostShown(DEAL_LIMITS.tasks)}
        </Text>
      )}
      <DealSheet id={id} pipeline={pipeline} onClose={() => open(null)} />
    </section>
  )
}
