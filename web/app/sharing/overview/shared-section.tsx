import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'

const SKELETON_ROWS = 3
const ROW_HEIGHT_PX = 62

type Props = {
  title: string
  query: UseQueryResult
  /** Null while the list is empty. */
  rows: ReactNode
  /** Rows are missing because of the search. */
  isSearching: boolean
  empty: { title: string; text: string }
}

/** One list of the page with its heading, and what stands there while it loads, failed or is empty. */
export function SharedSection({ title, query, rows, isSearching, empty }: Props) {
  const text = m.sharing.page
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <Heading>{title}</Heading>
      <Card>
        <QueryView
          query={query}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={SKELETON_ROWS} rowHeight={ROW_HEIGHT_PX} />}
          className="p-4"
        >
          {() =>
            rows === null ? (
              <EmptyState
                isLine
                title={isSearching ? m.files.empty : empty.title}
                text={isSearching ? m.files.emptySearch : empty.text}
                seed={empty.title}
              />
            ) : (
              <RowList label={title}>{rows}</RowList>
            )
          }
        </QueryView>
      </Card>
    </section>
  )
}

/** Whether a name contains what was typed, in any case. A name that cannot be shown is found by no search. */
export function isFound(name: string | null, query: string): boolean {
  const typed = query.trim().toLowerCase()
  return typed === '' || (name !== null && name.toLowerCase().includes(typed))
}
