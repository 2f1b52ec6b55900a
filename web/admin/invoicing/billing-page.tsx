import { useQuery } from '@tanstack/react-query'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { PageTabs } from '#web/parts/frame/page-tabs.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { BuyerForm } from './details/buyer-form.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { accountQuery } from './invoicing.queries.ts'
import { PlanPart } from './plan/plan-part.tsx'

const ROW_PX = 40

/** Billing of the organisation, for who manages it. The tab and the filters of invoices are in the address. */
export function BillingPage() {
  return (
    <PageFrame title={text.title} lead={text.lead}>
      <Parts />
    </PageFrame>
  )
}

function Parts() {
  const account = useQuery(accountQuery(useVault().invoicing))
  return (
    <QueryView query={account} text={text} skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}>
      {(loaded) => (
        <PageTabs
          label={text.title}
          tabs={[
            { id: 'plan', label: text.tabs.plan, panel: <PlanPart account={loaded} /> },
            { id: 'details', label: text.tabs.details, panel: <BuyerForm stored={loaded.buyer} /> },
            { id: 'invoices', label: text.tabs.invoices, panel: <InvoicesPart /> },
          ]}
        />
      )}
    </QueryView>
  )
}
