import { useQuery } from '@tanstack/react-query'
import { Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { DealRules, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { rulesOf } from '#web/parts/list/filters.ts'
import { useFilters, useOpened } from '#web/parts/list/use-filters.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { DealForm } from '../deals/deal-form.tsx'
import { DealSheet } from '../deals/deal-sheet.tsx'
import { salesFilters } from '../sales-filters.ts'
import { SalesFilterRow } from '../sales-filter-row.tsx'
import { boardQuery } from '../sales.queries.ts'
import { SettingsSheet } from '../settings/settings-sheet.tsx'
import { OverdueTasks } from '../tasks/overdue-tasks.tsx'
import { Board } from './board.tsx'

const words = text.board
const ROW_PX = 96

/** The pipeline. Filters, and which deal is open, are in the address. */
export function BoardPart({ pipeline }: { pipeline: Pipeline }) {
  const rules = rulesOf(useFilters(salesFilters).values) as DealRules
  const { id, open } = useOpened('deal')
  return (
    <section aria-label={text.tabs.board} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.tabs.board}</Heading>
        <BoardTools rules={rules} pipeline={pipeline} />
      </div>
      <OverdueTasks pipeline={pipeline} onOpen={open} />
      <SalesFilterRow pipeline={pipeline} />
      <LoadedBoard rules={rules} pipeline={pipeline} onOpen={open} />
      <DealSheet id={id} pipeline={pipeline} onClose={() => open(null)} />
    </section>
  )
}

type LoadedProps = { rules: DealRules; pipeline: Pipeline; onOpen: (id: string) => void }

function LoadedBoard({ rules, pipeline, onOpen }: LoadedProps) {
  const query = useQuery(boardQuery(useVault().sales, rules))
  const isFiltered = Object.keys(rules).length > 0
  return (
    <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}>
      {(board) => {
        if (board.columns.some(({ count }) => count > 0))
          return <Board board={board} pipeline={pipeline} rules={rules} onOpen={onOpen} />
        return (
          <EmptyState
            title={isFiltered ? words.noMatch : words.none}
            text={isFiltered ? '' : words.noneText}
            seed="sales"
          />
        )
      }}
    </QueryView>
  )
}

function BoardTools({ rules, pipeline }: { rules: DealRules; pipeline: Pipeline }) {
  const { sales } = useVault()
  const [opened, setOpened] = useState<'add' | 'settings' | null>(null)
  useChosenAction('newDeal', () => setOpened('add'))
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('settings')}>
        <Settings2 size={16} aria-hidden="true" />
        {text.settings.open}
      </Button>
      <Reached line="GET /sales/v1/deals/export">
        <ExportButton
          label={text.export}
          read={() => sales.export(rules)}
          fileName="deals.csv"
          done={text.exported}
          failed={text.exportFailed}
        />
      </Reached>
      <Button onClick={() => setOpened('add')}>
        <Plus size={16} aria-hidden="true" />
        {text.form.add}
      </Button>
      <Dialog isOpen={opened === 'add'} onClose={close} title={text.form.title} isGrowing>
        <DealForm pipeline={pipeline} onDone={close} />
      </Dialog>
      <SettingsSheet isOpen={opened === 'settings'} pipeline={pipeline} onClose={close} />
    </div>
  )
}
