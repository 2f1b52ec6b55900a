import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { BuyerForm } from './details/buyer-form.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { accountQuery } from './invoicing.queries.ts'
import { PlanPart } from './plan/plan-part.tsx'

const TABS = ['plan', 'details', 'invoices'] as const
const ROW_PX = 40

/** Billing of the organisation, for who manages it. The tab and the filters of invoices are in the address. */
export function BillingPage() {
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead} />
      <RoleGuard permission="manage_billing">
        <Parts />
      </RoleGuard>
    </>
  )
}

function Parts() {
  const [parameters, setParameters] = useSearchParams()
  const account = useQuery(accountQuery(useVault().invoicing))
  const tab = TABS.find((one) => one === parameters.get('tab')) ?? 'plan'
  return (
    <QueryView query={account} text={text} skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}>
      {(loaded) => (
        <Tabs
          label={text.title}
          value={tab}
          onChange={(id) => setParameters(id === 'plan' ? {} : { tab: id })}
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
