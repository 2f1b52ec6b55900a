import { useQuery } from '@tanstack/react-query'
import { admin } from '#web/messages/admin.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { PageTabs } from '#web/parts/frame/page-tabs.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { BoardPart } from './board/board-part.tsx'
import { ForecastPart } from './forecast/forecast-part.tsx'
import { pipelineQuery } from './sales.queries.ts'
import { TasksPart } from './tasks/tasks-part.tsx'

const ROW_PX = 40

/** Deals of the organisation, for who manages its sales. The tab, filters and which deal is open are in the address. */
export function SalesPage() {
  return (
    <PageFrame title={admin.pages.sales} lead={text.lead}>
      <Parts />
    </PageFrame>
  )
}

function Parts() {
  const pipeline = useQuery(pipelineQuery(useVault().sales))
  return (
    <QueryView
      query={pipeline}
      text={text}
      skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}
    >
      {(loaded) => (
        <PageTabs
          label={admin.pages.sales}
          tabs={[
            { id: 'board', label: text.tabs.board, panel: <BoardPart pipeline={loaded} /> },
            { id: 'tasks', label: text.tabs.tasks, panel: <TasksPart pipeline={loaded} /> },
            { id: 'forecast', label: text.tabs.forecast, panel: <ForecastPart pipeline={loaded} /> },
          ]}
        />
      )}
    </QueryView>
  )
}
