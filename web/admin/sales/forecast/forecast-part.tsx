import { useQuery } from '@tanstack/react-query'
import type { Currency } from '#contract/sales/money.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import type { Forecast, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { PartsBar } from '#web/ui/feedback/parts-bar.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { forecastQuery } from '../sales.queries.ts'
import { money } from '../sales-words.ts'

const words = text.forecast
const ROW_PX = 40

type Row = { id: string; name: string; count: number; amount_minor: number; weighted_minor: number }

/** What is expected from open deals by month, and what was won. */
export function ForecastPart({ pipeline }: { pipeline: Pipeline }) {
  const query = useQuery(forecastQuery(useVault().sales))
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <Heading>{words.title}</Heading>
      <Text tone="soft" className="max-w-prose">
        {words.lead}
      </Text>
      <QueryView
        query={query}
        text={{ ...words, retry: text.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
      >
        {(forecast) => (
          <>
            <ByMonth forecast={forecast} pipeline={pipeline} />
            <Won forecast={forecast} pipeline={pipeline} />
          </>
        )}
      </QueryView>
    </section>
  )
}

type Props = { forecast: Forecast; pipeline: Pipeline }

function ByMonth({ forecast, pipeline: { settings } }: Props) {
  const rest: Row[] = [
    { id: 'past', name: words.past, ...forecast.past },
    { id: 'later', name: words.later, ...forecast.later },
    { id: 'undated', name: words.undated, ...forecast.undated },
  ].filter(({ count }) => count > 0)
  const months: Row[] = forecast.months.map(({ month, ...sums }) => ({ id: month, name: monthOf(month), ...sums }))
  const rows = [...rest.filter(({ id }) => id === 'past'), ...months, ...rest.filter(({ id }) => id !== 'past')]
  const most = Math.max(...rows.map(({ amount_minor: amount }) => amount))
  if (rows.every(({ count }) => count === 0))
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} seed="forecast" />
      </Card>
    )
  return (
    <Card className="overflow-x-auto">
      <Table label={words.title} rows={rows} rowId={({ id }) => id} columns={columnsOf(settings.currency, most)} />
    </Card>
  )
}

function columnsOf(currency: Currency, most: number): TableColumn<Row>[] {
  const { columns } = words
  return [
    { id: 'month', header: columns.month, cell: ({ name }) => <span className="lg:whitespace-nowrap">{name}</span> },
    {
      id: 'bar',
      header: words.chart,
      from: 'lg',
      cell: (row) => <Bar row={row} most={most} />,
    },
    { id: 'count', header: columns.count, from: 'sm', cell: ({ count }) => formatCount(count) },
    { id: 'amount', header: columns.amount, cell: (row) => money(row.amount_minor, currency) },
    { id: 'weighted', header: columns.weighted, cell: (row) => money(row.weighted_minor, currency) },
  ]
}

/** The weighted part of the amount, green; the rest of it grey. All rows have one scale. */
function Bar({ row: { weighted_minor: weighted, amount_minor: amount }, most }: { row: Row; most: number }) {
  return (
    <span aria-hidden="true" className="block min-w-40">
      <PartsBar
        label=""
        size="md"
        all={most}
        parts={[
          { tone: 'good', count: weighted },
          { tone: 'none', count: Math.max(0, amount - weighted) },
        ]}
      />
    </span>
  )
}

function Won({ forecast: { won }, pipeline: { settings } }: Props) {
  const { this_quarter: now, last_quarter: former } = won
  const line = (sum: { amount_minor: number; count: number }) =>
    words.wonLine(money(sum.amount_minor, settings.currency), text.deals(sum.count))
  const more = now.amount_minor - former.amount_minor
  const difference = money(Math.abs(more), settings.currency)
  return (
    <Card className="p-4">
      <Heading look="small" className="pb-3">
        {words.won}
      </Heading>
      <FactList
        facts={[
          [words.thisQuarter, line(now)],
          [words.lastQuarter, line(former)],
        ]}
      />
      <Text tone="soft" className="pt-3">
        {more === 0 ? words.same : more > 0 ? words.more(difference) : words.less(difference)}
      </Text>
    </Card>
  )
}

/** `2026-11` as people write it. */
const monthOf = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(dateLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
