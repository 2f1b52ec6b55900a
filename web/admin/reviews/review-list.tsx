import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AccessReview } from '#web/lib/remote/vault-client.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { openColumn, PagedTable } from '#web/parts/list/paged-table.tsx'
import { formatDay } from '#web/parts/training/day.ts'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { ReviewForm } from './review-form.tsx'
import { reviewsQuery } from './reviews.queries.ts'

/** Newest first. */
export function ReviewList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(reviewsQuery(useVault().reviews))
  const [isNew, setNew] = useState(false)
  useChosenAction('newReview', () => setNew(true))
  const open = ({ id }: AccessReview) => onOpen(id)
  return (
    <section aria-label={text.list} className="flex flex-col gap-3">
      <div className="flex justify-end">
        <Reached line="POST /reviews/v1/reviews">
          <Button onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </Reached>
      </div>
      <Card>
        <PagedTable
          list={list}
          rowsOf={({ reviews }) => reviews}
          label={text.list}
          words={text}
          isFiltered={false}
          columns={[
            ...columns(),
            openColumn<AccessReview>(
              { header: text.columns.open, word: text.open, label: ({ name }) => text.openOne(name) },
              open,
            ),
          ]}
          rowId={({ id }) => id}
          onOpen={open}
        />
      </Card>
      <Dialog isOpen={isNew} onClose={() => setNew(false)} title={text.add} isGrowing>
        <ReviewForm
          onMade={(id) => {
            setNew(false)
            onOpen(id)
          }}
        />
      </Dialog>
    </section>
  )
}

/** A function: the language may change after the words were loaded. */
const columns = (): readonly TableColumn<AccessReview>[] => [
  { id: 'name', header: text.columns.name, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: 'state', header: text.columns.state, cell: (review) => <ReviewState review={review} /> },
  { id: 'due', header: text.columns.due, cell: ({ due_on: due }) => formatDay(due), from: 'sm' },
  {
    id: 'progress',
    header: text.columns.progress,
    cell: ({ items, pending }) => text.progress(items - pending, items),
    from: 'sm',
  },
]

export function ReviewState({ review: { state, is_late: isLate, pending } }: { review: AccessReview }) {
  if (isLate && pending > 0) return <Badge tone="danger">{text.late}</Badge>
  return <Badge tone={state === 'open' ? 'brand' : 'plain'}>{text.states[state]}</Badge>
}
