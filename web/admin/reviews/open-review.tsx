import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { AccessReview } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { formatDay } from '#web/parts/training/day.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { ReviewItems } from './review-items.tsx'
import { ReviewState } from './review-list.tsx'
import { reviewQuery, REVIEWS_KEY } from './reviews.queries.ts'

const ROW_PX = 64

/** One review: what it covers, what was decided, and what is left. */
export function OpenReview({ id, onBack }: { id: string; onBack: () => void }) {
  const review = useQuery(reviewQuery(useVault().reviews, id))
  return (
    <>
      <Button variant="ghost" size="sm" className="self-start" onClick={onBack}>
        <ArrowLeft size={15} aria-hidden="true" />
        {text.back}
      </Button>
      <QueryView
        query={review}
        text={text}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
      >
        {(shown) => (
          <>
            <Head review={shown} onGone={onBack} />
            {shown.state === 'draft' ? <Notice tone="info">{text.startText}</Notice> : <ReviewItems review={shown} />}
          </>
        )}
      </QueryView>
    </>
  )
}

function Head({ review, onGone }: { review: AccessReview; onGone: () => void }) {
  const { name, scope, scope_name: team, scope_role: role, due_on: due, items, pending, reviewers } = review
  const about = team || (role === null ? '' : m.team.role(role))
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-2.5">
          <Heading className="wrap-anywhere">{name}</Heading>
          <ReviewState review={review} />
        </span>
        <Text tone="soft" className="mt-1 wrap-anywhere">
          {[
            text.scopeLine(text.scopes[scope], about),
            text.due(formatDay(due)),
            text.progress(items - pending, items),
            text.reviewers(reviewers.map(({ email }) => email).join(', ')),
          ].join(' · ')}
        </Text>
        {review.state === 'open' && !review.is_reviewer && <Text tone="soft">{text.notReviewer}</Text>}
      </div>
      <Acts review={review} onGone={onGone} />
    </div>
  )
}

function Acts({ review: { id, state, pending }, onGone }: { review: AccessReview; onGone: () => void }) {
  const { reviews } = useVault()
  const [isClosing, setClosing] = useState(false)
  const says = { failed: text.failedAct, keys: [REVIEWS_KEY] }
  const start = useAction(() => reviews.open(id), { ...says, done: text.started })
  const close = useAction(() => reviews.close(id), { ...says, done: text.closed, onDone: () => setClosing(false) })
  const discard = useAction(() => reviews.discard(id), { ...says, done: text.discarded, onDone: onGone })
  if (state === 'draft') {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" isBusy={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {text.discard}
        </Button>
        <Button isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
          {text.start}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <EvidenceButton
        label={text.export}
        read={() => reviews.export(id)}
        fileName="access-review.csv"
        done={text.exported}
        failed={text.failedAct}
      />
      {state === 'open' && (
        <Button variant="outline" onClick={() => setClosing(true)}>
          {text.close}
        </Button>
      )}
      <Dialog isOpen={isClosing} onClose={() => setClosing(false)} title={text.closeTitle}>
        <Text tone="soft">{text.closeText(pending)}</Text>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={() => setClosing(false)}>
            {m.common.cancel}
          </Button>
          <Button isBusy={close.isPending} onClick={() => close.mutate(undefined)}>
            {text.close}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
