import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CHECK_IDS } from '#contract/checks/checks.ts'
import type { TestRun } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { runsQuery } from './checks.queries.ts'
import { RunBar } from './run-bar.tsx'
import { RunView } from './run-view.tsx'
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
  const shown = runs.find(({ id }) => id === parameters.get('run')) ?? newest
  return (
    <PageFrame
      title={text.title}
      lead={text.lead}
      action={
        query.data && (
          <Button
            isBusy={start.isPending}
            disabled={newest?.status === 'running'}
            onClick={() => start.mutate(undefined, { onSuccess: () => setParameters({}) })}
          >
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
              <RunView key={shown.id} id={shown.id} before={runBefore(runs, shown)} />
            ) : (
              <Card>
                <EmptyState title={text.none} text={text.noneText} seed="comprehensive test" />
              </Card>
            )}
          </>
        )}
      </QueryView>
    </PageFrame>
  )
}

/** The last one that was made to its end before `shown`. */
function runBefore(runs: readonly TestRun[], shown: TestRun): TestRun | undefined {
  return runs.find(({ startedAt, status }) => startedAt < shown.startedAt && status === 'completed')
}
