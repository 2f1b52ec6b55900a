import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ModelOverview, ModelUsage } from '#web/lib/remote/vault-client.ts'
import { analytics as words } from '#web/messages/studio/analytics.ts'
import { models as modelWords } from '#web/messages/studio/models.ts'
import { FigureGrid } from '#web/parts/overview/figure-grid.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DayBars, DayScale } from '#web/ui/feedback/day-bars.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { usageQuery, useLiveModels } from '../models.queries.ts'
import { LatestRequests } from './latest-requests.tsx'
import { daysOf, dollars, percent, seconds, whole } from './figures.ts'

const SPANS = ['7', '30', '90', '365'] as const

/** Ends that a person wanted, by their code in the log. */
const CANCELLED: ReadonlySet<string> = new Set(['aborted', 'reader_left'])

/** What was asked of models, from the log of requests. How many days, is in the address. */
export function AnalyticsPage() {
  const { models } = useVault()
  const [parameters, setParameters] = useSearchParams()
  const span = SPANS.find((one) => one === parameters.get('days')) ?? '30'
  const usage = useQuery(usageQuery(models, Number(span)))
  const { list, isLooking } = useLiveModels()
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.description}>
        <SelectField
          label={words.span}
          value={span}
          onChange={(days) => setParameters({ days })}
          options={SPANS.map((one) => [one, words.spans[one]] as const)}
        />
      </PageHead>
      <QueryView query={usage} text={words} skeleton={<Skeleton />}>
        {(found) => <Usage usage={found} days={Number(span)} list={list.data} isLooking={isLooking} />}
      </QueryView>
    </div>
  )
}

const Skeleton = () => (
  <Card>
    <SkeletonRows label={words.loading} rows={6} rowHeight={56} />
  </Card>
)

type Shown = { usage: ModelUsage; days: number; list: ModelOverview | undefined; isLooking: boolean }

function Usage({ usage, days, list, isLooking }: Shown) {
  return (
    <>
      <Figures all={usage.all} />
      {list && <Privacy list={list} />}
      {list && list.connections.length > 0 && <Models list={list} isLooking={isLooking} />}
      {usage.all.requests === 0 && usage.statuses.length === 0 && (
        <Card>
          <EmptyState title={words.none} text={words.noneText} seed="analytics" isLine />
        </Card>
      )}
      {usage.all.requests > 0 && (
        <>
          <Days usage={usage} days={days} />
          <Parts
            label={words.endpoints}
            rows={usage.endpoints.map(({ endpoint, ...rest }) => ({ name: words.endpoint(endpoint), ...rest }))}
          />
          <Parts
            label={words.byModel}
            rows={usage.models.map(({ provider, model, ...rest }) => ({
              name: words.modelOf(model, provider),
              ...rest,
            }))}
          />
          <Parts
            label={words.people}
            rows={usage.people.map(({ person, ...rest }) => ({ name: person ?? words.noPerson, ...rest }))}
          />
        </>
      )}
      {/* Requests that were refused for the budget were not sent: they are in no figure above. */}
      {usage.statuses.length > 0 && <Counts usage={usage} />}
      <LatestRequests />
    </>
  )
}

function Figures({ all }: { all: ModelUsage['all'] }) {
  return (
    <section aria-label={words.figures}>
      <FigureGrid
        figures={[
          { label: words.total, value: whole(all.requests), note: words.tokens(whole(all.tokens)) },
          { label: words.latency, value: seconds(all.p50), note: all.p95 === null ? '' : words.p95(seconds(all.p95)) },
          {
            label: words.cost,
            value: dollars(all.cost_micros),
            note: all.unpriced === 0 ? '' : words.unpriced(all.unpriced),
          },
          {
            label: words.success,
            value: percent(all.ok, all.decided),
            note: all.decided === 0 ? '' : words.ended(whole(all.ok), whole(all.decided)),
          },
        ]}
      />
    </section>
  )
}

/** Each badge is there only while what it names is on. */
function Privacy({ list: { settings } }: { list: ModelOverview }) {
  return (
    <section aria-label={words.privacy} className="flex flex-wrap items-center gap-2">
      <Heading look="small">{words.privacy}</Heading>
      {settings.redacts_private && <Badge tone="brand">{words.badges.redaction}</Badge>}
      <Badge tone="brand">{words.badges.logging}</Badge>
      {settings.banned_claims.length > 0 && <Badge tone="brand">{words.badges.moderation}</Badge>}
    </section>
  )
}

type ModelsProps = { list: ModelOverview; isLooking: boolean }

function Models({ list: { connections, settings }, isLooking }: ModelsProps) {
  const tones = { active: 'good', unreachable: 'bad', not_configured: 'none' } as const
  return (
    <CardSection aria-label={words.models} className="p-4">
      <Heading look="small">{words.models}</Heading>
      {isLooking && (
        <Text tone="hint" size="xs" className="mt-2" aria-live="polite">
          {modelWords.looking}
        </Text>
      )}
      <ul className="mt-2 divide-y divide-line">
        {connections.map(({ id, name, state, models }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {settings.connection_id === id
                ? `${name}: ${settings.model}`
                : `${name}, ${modelWords.offers(models.length)}`}
            </span>
            <StateMark tone={tones[state]}>{modelWords.states[state]}</StateMark>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Days({ usage, days }: Pick<Shown, 'usage' | 'days'>) {
  const all = daysOf(usage.days, days)
  const most = Math.max(...all.map(({ requests }) => requests))
  return (
    <CardSection aria-label={words.days} className="p-4">
      <Heading look="small">{words.days}</Heading>
      <DayBars
        bars={all.map(({ day, requests }) => ({ key: day, above: requests, below: 0 }))}
        most={most}
        hasBelow={false}
      />
      <DayScale first={all[0]?.day ?? ''} last={all.at(-1)?.day ?? ''} />
    </CardSection>
  )
}

type PartRow = { name: string } & ModelUsage['all']

const partColumns = (columns = words.columns): readonly TableColumn<PartRow>[] => [
  { id: 'name', header: columns.name, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: 'requests', header: columns.requests, cell: ({ requests }) => whole(requests) },
  { id: 'latency', header: columns.latency, from: 'sm', cell: ({ p50 }) => seconds(p50) },
  { id: 'success', header: columns.success, cell: ({ ok, decided }) => percent(ok, decided) },
  { id: 'cost', header: columns.cost, from: 'sm', cell: ({ cost_micros: cost }) => dollars(cost) },
]

function Parts({ label, rows }: { label: string; rows: readonly PartRow[] }) {
  return (
    <CardSection aria-label={label} className="overflow-hidden pt-4">
      <Heading look="small" className="px-4 pb-3">
        {label}
      </Heading>
      <Table<PartRow> label={label} rows={rows} rowId={({ name }) => name} columns={partColumns()} />
    </CardSection>
  )
}

/** Codes that mean the same for a reader are one line; who cancelled something needs no reason. */
function reasonsOf(errors: ModelUsage['errors']): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { code, requests } of errors.filter(({ code: one }) => !CANCELLED.has(one))) {
    const reason = words.reason(code)
    counts.set(reason, (counts.get(reason) ?? 0) + requests)
  }
  return [...counts]
}

function Counts({ usage: { statuses, errors, redactions } }: { usage: ModelUsage }) {
  const parts = [
    [words.ends, statuses.map(({ status, requests }) => [words.statuses[status], requests] as const)],
    [words.reasons, reasonsOf(errors)],
    [words.redactions, redactions.map(({ kind, found }) => [words.redaction(kind), found] as const)],
  ] as const
  return (
    <HairlineGrid className="md:grid-cols-3">
      {parts.map(([label, rows]) => (
        <HairlineCell key={label} className="p-4!">
          <Heading look="small">{label}</Heading>
          <ul className="mt-2 text-sm">
            {rows.length === 0 && <li className="text-ink-3">{words.nothing}</li>}
            {rows.map(([name, count]) => (
              <li key={name} className="flex justify-between gap-2 py-1">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="tabular-nums">{whole(count)}</span>
              </li>
            ))}
          </ul>
        </HairlineCell>
      ))}
    </HairlineGrid>
  )
}
