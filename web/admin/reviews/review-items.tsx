import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { ITEM_STATES, type ItemState } from '#contract/reviews/reviews.ts'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { AccessReview, ReviewItem } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { Address } from '#web/ui/layout/address.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { ChosenAct } from '#web/parts/list/chosen/chosen-bar.tsx'
import { useChosen } from '#web/parts/list/chosen/use-chosen.ts'
import { useEach } from '#web/parts/list/chosen/use-each.ts'
import { oneOf, rulesOf } from '#web/parts/list/filters.ts'
import { PagedTable, rowsIn } from '#web/parts/list/paged-table.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { GuestBadgeOf } from '#web/parts/people/guest-badge.tsx'
import { Reached } from '#web/parts/rights/reached.tsx'
import { reviewItemsQuery, REVIEWS_KEY } from './reviews.queries.ts'

const filtersOfItems = { state: oneOf(ITEM_STATES) }
const ROW_PX = 64
/** The server takes one decision after the other. */
const MAX_DECIDED_AT_ONCE = 100

/** Grants of a review with what was decided, and buttons for its reviewers. */
export function ReviewItems({ review }: { review: AccessReview }) {
  const filters = useFilters(filtersOfItems)
  const state = (rulesOf(filters.values).state ?? null) as ItemState | null
  const list = useInfiniteQuery(reviewItemsQuery(useVault().reviews, review.id, state))
  const mayDecide = review.state === 'open' && review.is_reviewer
  const choice = useItemChoice(rowsIn(list, rowsOf), filters.query)
  return (
    <Card>
      <SelectField
        label={text.filter}
        value={filters.values.state}
        onChange={filters.set('state')}
        options={[['', text.all], ...ITEM_STATES.map((one) => [one, text.itemStates[one]] as const)]}
        className="w-full p-4 sm:w-72"
      />
      <PagedTable
        list={list}
        rowsOf={rowsOf}
        label={text.items}
        words={{ ...text, empty: text.itemsEmpty, emptyText: text.itemsEmptyText }}
        isFiltered={filters.isFiltered}
        columns={mayDecide ? columnsOf(toDecide) : columnsOf(toRead)}
        rowId={rowId}
        {...(mayDecide && { choice })}
        rowPx={ROW_PX}
      />
    </Card>
  )
}

const rowId = ({ id }: ReviewItem) => id
const rowsOf = ({ items }: { items: readonly ReviewItem[] }) => items
const nameOf = (item: ReviewItem) => text.grantOf(item.person_name || item.person_email, whatOf(item))

/** Several grants are kept or removed at once, but none that somebody decided on, and no access of one's own. */
function useItemChoice(items: readonly ReviewItem[], filters: string) {
  const { reviews } = useVault()
  const chosen = useChosen(items, {
    rowId,
    canChoose: ({ state, is_me: isMe }) => state === 'pending' && !isMe,
    filters,
    max: MAX_DECIDED_AT_ONCE,
  })
  const each = useEach(chosen, { rowId, nameOf, done: text.decided, keys: [REVIEWS_KEY] })
  const [isAsked, setAsked] = useState(false)
  const act = (decision: 'keep' | 'remove') => () => each.run((item) => reviews.decide(item.id, decision))
  return {
    chosen,
    nameOf,
    each,
    acts: (
      <>
        <ChosenAct Icon={Check} label={text.keepChosen} isBusy={each.isPending} onClick={act('keep')} />
        <ChosenAct
          Icon={UserMinus}
          label={text.removeChosen}
          isDanger
          isBusy={each.isPending}
          onClick={() => setAsked(true)}
        />
        <AlertDialog
          isOpen={isAsked}
          title={text.askChosen(chosen.rows.length)}
          text={text.askChosenText}
          confirmLabel={text.removeChosen}
          cancelLabel={m.common.cancel}
          onConfirm={act('remove')}
          onClose={() => setAsked(false)}
        />
      </>
    ),
  }
}

const whatOf = ({ kind, held_role: role, space_id: space }: ReviewItem): string =>
  kind === 'role' ? text.role(m.team.role(role)) : text.space(role, space ?? '')

const columnsOf = (state: TableColumn<ReviewItem>['cell']): readonly TableColumn<ReviewItem>[] => [
  { id: 'who', header: text.columns.who, isFixed: true, cell: (item) => <Who item={item} /> },
  { id: 'what', header: text.columns.what, cell: whatOf, from: 'sm' },
  { id: 'state', header: text.columns.state, cell: state },
]
const toRead = (item: ReviewItem) => <Decision item={item} mayDecide={false} />
const toDecide = (item: ReviewItem) => <Decision item={item} mayDecide />

function Who({ item }: { item: ReviewItem }) {
  const { person_name: name, person_email: email } = item
  return (
    <span className="flex flex-col wrap-anywhere">
      <span className="flex flex-wrap items-center gap-1.5">
        {name || email}
        {item.person_id !== null && <GuestBadgeOf userId={item.person_id} />}
      </span>
      {name !== '' && (
        <Text tone="hint">
          <Address email={email} />
        </Text>
      )}
      <Text tone="soft" className="sm:hidden">
        {whatOf(item)}
      </Text>
    </span>
  )
}

function Decision({ item, mayDecide }: { item: ReviewItem; mayDecide: boolean }) {
  if (item.state !== 'pending') return <Decided item={item} />
  if (!mayDecide) return text.itemStates.pending
  return item.is_me ? <Text tone="soft">{text.own}</Text> : <Buttons item={item} />
}

function Buttons({ item }: { item: ReviewItem }) {
  const { reviews } = useVault()
  const decide = useAction((decision: 'keep' | 'remove') => reviews.decide(item.id, decision), {
    done: (state) => text.itemStates[state],
    failed: text.failedAct,
    keys: [REVIEWS_KEY],
  })
  const who = item.person_name || item.person_email
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        aria-label={text.keepOne(who, whatOf(item))}
        disabled={decide.isPending}
        onClick={() => decide.mutate('keep')}
      >
        {text.keep}
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-label={text.removeOne(who, whatOf(item))}
        disabled={decide.isPending}
        onClick={() => decide.mutate('remove')}
      >
        {text.remove}
      </Button>
    </span>
  )
}

function Decided({ item: { state, reason, decider, decided_at: decidedAt } }: { item: ReviewItem }) {
  return (
    <span className="flex flex-col">
      <span className="font-semibold">{text.itemStates[state]}</span>
      {reason !== null && <Text tone="soft">{text.reasons[reason]}</Text>}
      {state === 'remove' && (
        <Text tone="soft">
          {text.spaceWaits}{' '}
          <Reached page="/dashboard/spaces">
            <TextLink to="/dashboard/spaces">{text.spaces}</TextLink>
          </Reached>
          .
        </Text>
      )}
      {decidedAt !== null && (
        <Text tone="hint" className="wrap-anywhere">
          {text.decidedBy(decider, formatShortDateTime(new Date(decidedAt)))}
        </Text>
      )}
    </span>
  )
}
