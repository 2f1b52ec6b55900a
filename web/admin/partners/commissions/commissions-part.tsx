import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { COMMISSION_STATES, type CommissionState } from '#contract/partners/partners.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { ShowMore } from '#web/parts/list/show-more.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { commissionsQuery } from '#web/parts/partners/partners.queries.ts'
import { CommissionRow } from '#web/parts/partners/commission-row.tsx'

const words = text.commissions
const ROW_PX = 56

/** What partners earned. The filter is in the address. */
export function CommissionsPart() {
  const [parameters, setParameters] = useSearchParams()
  const state = COMMISSION_STATES.find((one) => one === parameters.get('state'))
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <Heading>{words.title}</Heading>
      <SelectField
        label={words.filter}
        value={state ?? ''}
        onChange={(chosen) => setParameters({ tab: 'commissions', ...(chosen && { state: chosen }) })}
        options={[
          ['', words.all],
          ['open', words.open],
          ['paid', words.paid],
        ]}
        className="w-44"
      />
      <Card>
        <List state={state} />
      </Card>
    </section>
  )
}

function List({ state }: { state: CommissionState | undefined }) {
  const rules = state === undefined ? {} : { state }
  const list = useInfiniteQuery(commissionsQuery(useVault().partners, rules))
  const rows = list.data?.pages.flatMap((page) => page.commissions)
  return (
    <QueryView
      query={{ ...list, data: rows }}
      text={{ ...words, retry: text.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={5} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {(commissions) =>
        commissions.length === 0 ? (
          <EmptyState
            title={state === undefined ? words.empty : words.noMatch}
            text={state === undefined ? words.emptyText : ''}
            seed="commissions"
          />
        ) : (
          <>
            <ul aria-label={words.title} className="divide-y divide-line">
              {commissions.map((commission) => (
                <CommissionRow key={commission.id} commission={commission} canPay hasPartner />
              ))}
            </ul>
            <ShowMore list={list} label={text.more} />
          </>
        )
      }
    </QueryView>
  )
}
