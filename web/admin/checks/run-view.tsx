import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { CHECK_CATEGORIES, type CheckCategory } from '#contract/checks/checks.ts'
import type { TestNews, TestRun } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CategoryStrip } from './category-strip.tsx'
import { runQuery } from './checks.queries.ts'
import { nameOf, ResultList } from './result-list.tsx'
import { type Before, countCategories, isChanged, SHOWN, type ResultFilter, shownResults } from './results.ts'
import { SummaryCard } from './summary-card.tsx'

const ROW_PX = 56

type Props = {
  id: string
  before: TestRun | undefined
  /** Begins a run of these; undefined while one is under way. */
  onRun: ((categories: readonly CheckCategory[]) => void) | undefined
}

/** One run: how much of it passed, by category, and each check, compared with another run. */
export function RunView({ id, before, onRun }: Props) {
  const { checks } = useVault()
  const query = useQuery(runQuery(checks, id))
  const earlier = useQuery({ ...runQuery(checks, before?.id ?? ''), enabled: before !== undefined })
  const found = useMemo<Before>(
    () => new Map(earlier.data?.results.map(({ id: check, status }) => [check, status])),
    [earlier.data],
  )
  return (
    <QueryView
      query={query}
      text={text}
      skeleton={
        <Card>
          <SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />
        </Card>
      }
    >
      {(news) => <Found news={news} before={before} found={found} onRun={onRun} />}
    </QueryView>
  )
}

type FoundProps = Pick<Props, 'before' | 'onRun'> & { news: TestNews; found: Before }

function Found({ news, before, found, onRun }: FoundProps) {
  const [parameters, setParameters] = useSearchParams()
  const filter = filterOf(parameters)
  const narrow = (name: string, value: string | null) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === null || value === '' || value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const { run, results } = news
  return (
    <>
      <SummaryCard run={run} before={before} />
      <CategoryStrip
        counts={countCategories(results, run.status === 'completed' ? [] : (run.categories ?? CHECK_CATEGORIES))}
        chosen={filter.category}
        onChoose={(category) => narrow('category', category)}
      />
      <CardSection aria-label={text.results.title}>
        <div className="flex flex-wrap items-center gap-3 p-4">
          <ChoiceBar
            label={text.results.show}
            value={filter.shown}
            onChange={(shown) => narrow('show', shown)}
            options={optionsOf(news, found)}
          />
          <SearchField
            label={text.results.search}
            clearLabel={text.results.clear}
            value={filter.search}
            onChange={(search) => narrow('search', search)}
            className="min-w-0 flex-1 basis-52"
          />
          {filter.category && (
            <Button
              variant="outline"
              disabled={!onRun}
              onClick={() => filter.category && onRun?.([filter.category])}
              className="max-sm:w-full"
            >
              {text.categories.run(text.categories.name(filter.category))}
            </Button>
          )}
        </div>
        <ResultList results={shownResults(results, filter, { before: found, nameOf })} before={found} />
      </CardSection>
    </>
  )
}

function optionsOf({ run, results }: TestNews, found: Before): [string, string][] {
  const changed = results.filter((result) => isChanged(result, found)).length
  const { all, failed, skipped, passed } = text.results
  return [
    ['all', all(results.length)],
    ['failed', failed(run.failedTests)],
    ['skipped', skipped(run.skippedTests)],
    ['passed', passed(run.passedTests)],
    ...(changed > 0 ? [['changed', text.results.changed(changed)] as [string, string]] : []),
  ]
}

function filterOf(parameters: URLSearchParams): ResultFilter {
  const category = parameters.get('category')
  return {
    shown: SHOWN.find((one) => one === parameters.get('show')) ?? 'all',
    category: CHECK_CATEGORIES.find((one): one is CheckCategory => one === category) ?? null,
    search: parameters.get('search') ?? '',
  }
}
