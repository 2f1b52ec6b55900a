import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#web/lib/format.ts'
import { admin } from '#web/messages/admin.ts'
import { FigureGrid, type ShownFigure } from '#web/parts/overview/figure-grid.tsx'
import { OverviewSection } from '#web/parts/overview/overview-section.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { overviewQuery } from './overview.queries.ts'

const STRIP_PX = 96
const text = admin.overview.figures

/** What was counted of the organisation; each figure next to what it is compared to. */
export function FigureStrip() {
  const query = useQuery(overviewQuery(useVault().team))
  return (
    <OverviewSection label={text.title} query={query} text={{ ...text, retry: admin.retry }} heightPx={STRIP_PX}>
      {({ people, active, stored, refused, detected }) => (
        <FigureGrid
          figures={[
            { label: text.active, value: formatCount(active), note: text.activeNote(people) },
            ofDays(text.stored, stored),
            ...(refused ? [ofDays(text.refused, refused)] : []),
            ...(detected ? [ofDays(text.detected, detected)] : []),
          ]}
        />
      )}
    </OverviewSection>
  )
}

/** The figure of the last day, compared to the days before. */
function ofDays(label: string, counts: readonly number[]): ShownFigure {
  const before = counts.slice(0, -1).reduce((sum, count) => sum + count, 0)
  return {
    label,
    value: formatCount(counts.at(-1) ?? 0),
    note: text.before(before),
    course: { values: counts, label: text.chart(counts) },
  }
}
