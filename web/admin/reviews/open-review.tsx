import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessReview } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { DetailPage } from '#web/parts/frame/detail-page.tsx'
import { formatDay } from '#web/parts/training/day.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { ReviewItems } from './review-items.tsx'
import { ReviewState } from './review-list.tsx'
import { reviewQuery, REVIEWS_KEY } from './reviews.queries.ts'

/** One review: what it covers, what was decided, and what is left. */
export function OpenReview({ id, onBack }: { id: string; onBack: () => void }) {
  const review = useQuery(reviewQuery(useVault().reviews, id))
  return (
    <DetailPage back={{ label: text.back, onBack }} query={review} text={text} head={(shown) => headOf(shown, onBack)}>
      {(shown) =>
        shown.state === 'draft' ? <Notice tone="info">{text.startText}</Notice> : <ReviewItems review={shown} />
      }
    </DetailPage>
  )
}

function headOf(review: AccessReview, onGone: () => void) {
  const { name, scope, scope_name: team, scope_role: role, due_on: due, items, pending, reviewers } = review
  return {
    title: name,
    state: <ReviewState review={review} />,
    facts: [
      text.scopeLine(text.scopes[scope], team || (role === null ? '' : m.team.role(role))),
      text.due(formatDay(due)),
      text.progress(items - pending, items),
      text.reviewers(reviewers.map(({ email }) => email).join(', ')),
    ],
    note: review.state === 'open' && !review.is_reviewer && text.notReviewer,
    acts: <Acts review={review} onGone={onGone} />,
  }
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
      <Reached line="POST /reviews/v1/reviews/:id/open">
        <Button variant="outline" isBusy={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {text.discard}
        </Button>
        <Button isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
          {text.start}
        </Button>
      </Reached>
    )
  }
  return (
    <>
      <Reached line="GET /reviews/v1/reviews/:id/export">
        <EvidenceButton
          label={text.export}
          read={() => reviews.export(id)}
          fileName="access-review.csv"
          done={text.exported}
          failed={text.failedAct}
        />
      </Reached>
      {state === 'open' && (
        <Reached line="POST /reviews/v1/reviews/:id/close">
          <Button variant="outline" onClick={() => setClosing(true)}>
            {text.close}
          </Button>
        </Reached>
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
    </>
  )
}
