import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatCount, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { Overview } from '#web/lib/remote/vault-client.ts'
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
  const now = useNow()
  return (
    <OverviewSection label={text.title} query={query} text={{ ...text, retry: admin.retry }} heightPx={STRIP_PX}>
      {(found) => <FigureGrid figures={figuresOf(found, now)} />}
    </OverviewSection>
  )
}

/** Those about sign-ins, detections and incidents are there for people who manage security. */
function figuresOf(found: Overview, now: Date): ShownFigure[] {
  const { people, active, stored, storage, ledger, signed_in: signedIn, refused, detected, incidents } = found
  return [
    { label: text.active, value: formatCount(active), note: text.noCourse(text.activeNote(people)) },
    ofDays(text.stored, stored),
    { label: text.storage, value: formatBytes(storage.bytes), note: text.noCourse(text.storageNote(storage.contents)) },
    {
      label: text.ledger,
      value: formatCount(ledger?.size ?? 0),
      note: ledger ? text.ledgerNote(midSentence(formatTimeAgo(new Date(ledger.signed_at), now))) : text.ledgerUnsigned,
      ...(ledger && { course: { values: ledger.grown, label: text.grown(ledger.grown) } }),
    },
    ...(signedIn ? [ofDays(text.signedIn, signedIn)] : []),
    ...(refused ? [ofDays(text.refused, refused)] : []),
    ...(detected ? [ofDays(text.detected, detected)] : []),
    ...(incidents
      ? [
          {
            label: text.incidents,
            value: formatCount(incidents.open),
            note: text.incidentsNote(incidents.opened),
            course: { values: incidents.course, label: text.openEach(incidents.course) },
          },
        ]
      : []),
  ]
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
