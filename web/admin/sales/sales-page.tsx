import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { BoardPart } from './board/board-part.tsx'
import { ForecastPart } from './forecast/forecast-part.tsx'
import { pipelineQuery } from './sales.queries.ts'
import { TasksPart } from './tasks/tasks-part.tsx'

const TABS = ['board', 'tasks', 'forecast'] as const
const ROW_PX = 40

/** Deals of the organisation, for who manages its sales. The tab, filters and which deal is open are in the address. */
export function SalesPage() {
  return (
    <>
      <title>{m.common.pageTitle(admin.pages.sales)}</title>
      <PageHead title={admin.pages.sales} lead={text.lead} />
      <RoleGuard permission="manage_sales">
        <Parts />
      </RoleGuard>
    </>
  )
}

function Parts() {
  const [parameters, setParameters] = useSearchParams()
  const pipeline = useQuery(pipelineQuery(useVault().sales))
  const tab = TABS.find((one) => one === parameters.get('tab')) ?? 'board'
  return (
    <QueryView
      query={pipeline}
      text={text}
      skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}
    >
      {(loaded) => (
        <Tabs
          label={admin.pages.sales}
          value={tab}
          onChange={(id) => setParameters(id === 'board' ? {} : { tab: id })}
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
