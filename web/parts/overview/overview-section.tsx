import type { ReactNode } from 'react'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '../query/query-view.tsx'

type Props<Data> = {
  label: string
  query: Parameters<typeof QueryView<Data>>[0]['query']
  text: { loading: string; failed: string; retry: string }
  /** Height of what is shown, in pixels: nothing moves when it is there. */
  heightPx: number
  children: (data: Data) => ReactNode
}

/** A strip of an overview with a query of its own: one that fails takes nothing of the others away. */
export function OverviewSection<Data>({ label, query, text, heightPx, children }: Props<Data>) {
  return (
    <section aria-label={label}>
      <QueryView
        query={query}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={1} rowHeight={heightPx} />
          </Card>
        }
      >
        {children}
      </QueryView>
    </section>
  )
}
