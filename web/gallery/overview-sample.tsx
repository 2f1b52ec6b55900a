import { useQuery } from '@tanstack/react-query'
import { FigureGrid } from '#web/parts/overview/figure-grid.tsx'
import { OverviewSection } from '#web/parts/overview/overview-section.tsx'

const WORDS = { loading: 'Counting boats', failed: 'The boats could not be counted', retry: 'Retry' }
const STRIP_PX = 96
const DAYS = [2, 3, 1, 4, 6, 5, 7]

/** Figures of an overview, with a course and without one. */
export function OverviewSample() {
  const query = useQuery({ queryKey: ['harbour'], queryFn: async () => ({ afloat: 7, ashore: 2 }) })
  return (
    <OverviewSection label="Boats" query={query} text={WORDS} heightPx={STRIP_PX}>
      {({ afloat, ashore }) => (
        <FigureGrid
          figures={[
            {
              label: 'Afloat',
              value: String(afloat),
              note: '21 in the 6 days before',
              course: { values: DAYS, label: DAYS.join(', ') },
            },
            { label: 'Ashore', value: String(ashore), note: 'of 9 boats' },
          ]}
        />
      )}
    </OverviewSection>
  )
}
