import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#web/lib/format.ts'
import { admin } from '#web/messages/admin.ts'
import { Sparkline } from '#web/ui/feedback/sparkline.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Figure, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { overviewQuery } from './overview.queries.ts'

const ROW_PX = 96
const text = admin.overview.figures

/** What was counted of the organisation; each figure beside what it is compared to. */
export function FigureStrip() {
  const query = useQuery(overviewQuery(useVault().team))
  return (
    <section aria-label={text.title}>
      <QueryView
        query={query}
        text={{ failed: text.failed, retry: admin.retry }}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={1} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {({ people, active, stored, refused, detected }) => (
          <HairlineGrid className="md:grid-cols-2 lg:grid-cols-4">
            <Cell label={text.active} value={active} note={text.activeNote(people)} />
            <Days label={text.stored} counts={stored} />
            {refused && <Days label={text.refused} counts={refused} />}
            {detected && <Days label={text.detected} counts={detected} />}
          </HairlineGrid>
        )}
      </QueryView>
    </section>
  )
}

function Days({ label, counts }: { label: string; counts: readonly number[] }) {
  const before = counts.slice(0, -1).reduce((sum, count) => sum + count, 0)
  return <Cell label={label} value={counts.at(-1) ?? 0} note={text.before(before)} counts={counts} />
}

type CellProps = { label: string; value: number; note: string; counts?: readonly number[] }

function Cell({ label, value, note, counts }: CellProps) {
  return (
    <div className="flex flex-col gap-1.5 bg-surface p-4">
      <Text tone="soft">{label}</Text>
      <div className="grid grid-cols-[auto_1fr] items-end gap-4">
        <Figure>{formatCount(value)}</Figure>
        {counts && <Sparkline values={counts} label={text.chart(counts)} />}
      </div>
      <Text tone="hint" size="xs" className="tabular-nums">
        {note}
      </Text>
    </div>
  )
}
