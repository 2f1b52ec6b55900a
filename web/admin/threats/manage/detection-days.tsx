import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import type { DetectionsOfDay } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DayBars, DayScale } from '#web/ui/feedback/day-bars.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Unfold } from '#web/ui/layout/disclosure.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table } from '#web/ui/list/table.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { chartOf } from './days-chart.ts'
import { byDayQuery, COUNTED_DAYS } from './manage.queries.ts'

const ROW_PX = 48
const TABLE_ROWS = 50
const text = threatsPage.days

/** How often each detector fired on each of the last days; what was only tried out is apart. */
export function DetectionDays() {
  const query = useQuery(byDayQuery(useVault().threats))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Card>
        <QueryView
          query={query}
          text={{ ...text, retry: threatsPage.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState isLine seed={text.none} title={text.none} text={text.noneText} />
            ) : (
              <div className="flex flex-col gap-4 p-4">
                <DaysFigure rows={rows} />
                <Unfold title={text.table}>
                  <DaysTable rows={rows} />
                </Unfold>
              </div>
            )
          }
        </QueryView>
      </Card>
    </section>
  )
}

function DaysFigure({ rows }: { rows: readonly DetectionsOfDay[] }) {
  const { lines, most } = chartOf(rows, useNow(), COUNTED_DAYS)
  const hasDryRuns = lines.some(({ dryRuns }) => dryRuns > 0)
  const days = lines[0]?.days ?? []
  return (
    <figure className="flex flex-col gap-3">
      <figcaption>
        <Text tone="soft">
          {text.lead(most)}
          {hasDryRuns && ` ${text.dryRunsBelow}`}
        </Text>
      </figcaption>
      <ul className="flex flex-col gap-3">
        {lines.map(({ detector, detections, dryRuns, days: bars }) => (
          <li key={detector} className="grid items-end gap-x-4 gap-y-1 md:grid-cols-[16rem_1fr]">
            <Span size="sm">
              {threatNames.detector(detector)}{' '}
              <Span tone="soft" className="tabular-nums">
                {text.sums(detections, dryRuns)}
              </Span>
            </Span>
            <DayBars
              bars={bars.map(({ day, detections: above, dryRuns: below }) => ({ key: day, above, below }))}
              most={most}
              hasBelow={hasDryRuns}
            />
          </li>
        ))}
        <li aria-hidden="true" className="grid md:grid-cols-[16rem_1fr] md:gap-x-4">
          <span />
          <DayScale first={shortDay(days[0]?.day)} last={shortDay(days.at(-1)?.day)} />
        </li>
      </ul>
    </figure>
  )
}

function DaysTable({ rows }: { rows: readonly DetectionsOfDay[] }) {
  const [shown, setShown] = useState(TABLE_ROWS)
  const { columns } = text
  const newest = rows.toSorted((a, b) => b.day.localeCompare(a.day))
  return (
    <div className="-mx-4 flex flex-col gap-3">
      <Table
        label={text.title}
        rows={newest.slice(0, shown)}
        rowId={({ day, detector }) => `${day} ${detector}`}
        columns={[
          { id: 'day', header: columns.day, cell: ({ day }) => shortDay(day) },
          { id: 'detector', header: columns.detector, cell: ({ detector }) => threatNames.detector(detector) },
          { id: 'detections', header: columns.detections, cell: ({ detections }) => formatCount(detections) },
          { id: 'dry-runs', header: columns.dryRuns, cell: ({ dryRuns }) => formatCount(dryRuns) },
        ]}
      />
      {newest.length > shown && (
        <Button variant="outline" size="sm" className="self-center" onClick={() => setShown(shown + TABLE_ROWS)}>
          {threatsPage.more}
        </Button>
      )}
    </div>
  )
}

/** The same day everywhere. */
function shortDay(day: string | undefined): string {
  if (day === undefined) return ''
  return new Date(day).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
