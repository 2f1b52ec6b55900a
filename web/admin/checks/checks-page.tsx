import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type CheckCategory, CHECK_IDS } from '#contract/checks/checks.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { runsQuery } from './checks.queries.ts'
import { RunBar } from './run-bar.tsx'
import { RunView } from './run-view.tsx'
import { comparedWith } from './runs.ts'
import { useLiveRun } from './use-live-run.ts'
import { useRunActs } from './use-run-acts.ts'

const ROW_PX = 64

/** The comprehensive test: its newest run or an earlier one, which is in the address, and a button that makes another. */
export function ChecksPage() {
  const query = useQuery(runsQuery(useVault().checks))
  const [parameters, setParameters] = useSearchParams()
  const { start } = useRunActs()
  const runs = query.data?.runs ?? []
  const [newest] = runs
  useLiveRun(newest)
  const wanted = parameters.get('run')
  const shown = wanted === null ? newest : runs.find(({ id }) => id === wanted)
  const begin = (categories: readonly CheckCategory[]) =>
    start.mutate(categories, {
      onSuccess: () => setParameters((now) => keepOnly(now, categories.length > 0 ? ['category'] : [])),
    })
  const isRunning = newest?.status === 'running' || start.isPending
  useChosenAction('runTest', () => begin([]), query.data !== undefined && !isRunning)
  return (
    <PageFrame
      title={text.title}
      lead={text.lead}
      action={
        query.data && (
          <Button isBusy={start.isPending} disabled={newest?.status === 'running'} onClick={() => begin([])}>
            {text.run(CHECK_IDS.length)}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {({ isNightly }) => (
          <>
            <RunBar runs={runs} shown={shown} isNightly={isNightly} />
            {shown ? (
              <RunView
                key={shown.id}
                id={shown.id}
                before={comparedWith(runs, shown, parameters.get('with'))}
                onRun={isRunning ? undefined : begin}
              />
            ) : (
              <NoRun isGone={wanted !== null} />
            )}
          </>
        )}
      </QueryView>
    </PageFrame>
  )
}

const NoRun = ({ isGone }: { isGone: boolean }) => (
  <Card>
    <EmptyState
      title={isGone ? text.gone : text.none}
      text={isGone ? text.goneText : text.noneText}
      seed="comprehensive test"
    />
  </Card>
)

const keepOnly = (parameters: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...parameters].filter(([name]) => names.includes(name)))
