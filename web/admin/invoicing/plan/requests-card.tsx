import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REQUEST_KINDS, type RequestKind, type RequestState } from '#contract/invoicing/contracts.ts'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { BillingAccount, ContractRequest } from '#web/lib/remote/vault-client.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { namesOf } from '../billing-words.ts'
import { contractRequestsQuery, INVOICING_KEY } from '../invoicing.queries.ts'
import { RequestDialog } from './request-dialog.tsx'

const words = text.request
const ROW_PX = 56
const TONE = {
  open: 'copper',
  accepted: 'brand',
  declined: 'warn',
  withdrawn: 'plain',
} as const satisfies Record<RequestState, string>

/** What the organisation asks sales for, and what became of it. */
export function RequestsCard({ account }: { account: BillingAccount }) {
  const [asking, setAsking] = useState<RequestKind | null>(null)
  const query = useQuery(contractRequestsQuery(useVault().invoicing))
  const open = new Set((query.data ?? []).filter(({ state }) => state === 'open').map(({ kind }) => kind))
  const askForPlan = () => {
    // The list says what waits.
    if (!open.has('plan')) setAsking('plan')
  }
  useChosenAction('askForPlan', askForPlan, query.data !== undefined)
  return (
    <CardSection aria-label={words.title}>
      <div className="flex flex-col gap-3 p-4">
        <Heading>{words.title}</Heading>
        <Text tone="soft">{words.text}</Text>
        <Reached line="POST /invoicing/v1/requests">
          <div className="flex flex-wrap gap-2">
            {REQUEST_KINDS.map((kind) => (
              <Button
                key={kind}
                variant="outline"
                disabled={query.data === undefined || open.has(kind)}
                focusableWhenDisabled
                onClick={() => setAsking(kind)}
              >
                {words.open(kind)}
              </Button>
            ))}
          </div>
        </Reached>
      </div>
      <QueryView
        query={query}
        text={{ failed: words.listFailed, retry: text.retry }}
        className="p-4"
        skeleton={<SkeletonRows label={words.listLoading} rows={2} rowHeight={ROW_PX} />}
      >
        {(requests) =>
          requests.length === 0 ? (
            <div className="border-t border-line">
              <EmptyState isLine seed={words.nothing} title={words.nothing} />
            </div>
          ) : (
            <PlainRows label={words.history}>
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </PlainRows>
          )
        }
      </QueryView>
      <RequestDialog kind={asking} account={account} onClose={() => setAsking(null)} />
    </CardSection>
  )
}

function RequestRow({ request }: { request: ContractRequest }) {
  const { invoicing } = useVault()
  const { id, kind, wanted, present, note, reason, state } = request
  const withdraw = useAction(() => invoicing.withdraw(id), {
    done: words.withdrawn,
    failed: words.failedChange,
    keys: [INVOICING_KEY],
  })
  const when = [words.asked(formatShortDateTime(new Date(request.asked_at)))]
  if (request.decided_at !== null) when.push(words.answered(formatShortDateTime(new Date(request.decided_at))))
  return (
    <PlainRow
      action={
        state === 'open' && (
          <Reached line="POST /invoicing/v1/requests/:id/withdrawal">
            <Button
              size="sm"
              variant="outline"
              aria-label={words.withdrawLabel(kind)}
              isBusy={withdraw.isPending}
              onClick={() => withdraw.mutate(undefined)}
            >
              {words.withdraw}
            </Button>
          </Reached>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {text.kind(kind)}
        <Badge tone={TONE[state]}>{words.state(state)}</Badge>
      </p>
      <p>{words.change(namesOf(kind, present), namesOf(kind, wanted))}</p>
      {note !== '' && <Text tone="soft">{words.said(note)}</Text>}
      {reason !== '' && <Text tone="soft">{words.reason(reason)}</Text>}
      <Text tone="hint" size="xs">
        {when.join(', ')}
      </Text>
    </PlainRow>
  )
}
