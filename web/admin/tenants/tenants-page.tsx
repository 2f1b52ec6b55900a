import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { TENANT_STATES, type TenantState } from '#contract/organisation/tenant-plan-ids.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { tenantDemo } from '#web/messages/tenant-demo.ts'
import { invoices } from '#web/messages/invoicing/invoices.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Button } from '#web/ui/button/button.tsx'
import { OpenRequests } from '../invoicing/tenant/open-requests.tsx'
import { SellerSheet } from '../invoicing/tenant/seller-sheet.tsx'
import { TenantBillingSheet } from '../invoicing/tenant/tenant-billing-sheet.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { choice } from '#web/parts/list/choice.ts'
import { anyText, oneOf, rulesOf } from '#web/parts/list/filters.ts'
import { ListCard } from '#web/parts/list/list-card.tsx'
import { rowsIn } from '#web/parts/list/paged-table.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { DemoDialog } from './demo-dialog.tsx'
import { TenantDialog } from './tenant-dialog.tsx'
import { tenantColumns } from './tenant-table.tsx'
import { tenantsQuery } from './tenants.queries.ts'

const ROW_PX = 48

/** The organisations of the installation, for who runs it. */
export function TenantsPage() {
  const [isNew, setNew] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const [isDemoOpen, setDemoOpen] = useState(false)
  const demoButton = useRef<HTMLButtonElement>(null)
  const [isSelling, setSelling] = useState(false)
  useChosenAction('newTenant', () => setNew(true))
  useChosenAction('makeDemo', () => setDemoOpen(true))
  return (
    <PageFrame
      title={admin.pages.tenants}
      lead={text.lead}
      action={
        <span className="flex flex-wrap gap-2">
          <Button ref={demoButton} variant="outline" onClick={() => setDemoOpen(true)}>
            {tenantDemo.open}
          </Button>
          <Button variant="outline" onClick={() => setSelling(true)}>
            {invoices.seller.open}
          </Button>
          <Button ref={newButton} onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </span>
      }
    >
      <OpenRequests />
      <Organisations />
      <DemoDialog isOpen={isDemoOpen} onClose={() => setDemoOpen(false)} finalFocus={demoButton} />
      <SellerSheet isOpen={isSelling} onClose={() => setSelling(false)} />
      <NewTenantDialog isOpen={isNew} onClose={() => setNew(false)} finalFocus={newButton} />
    </PageFrame>
  )
}

const rowsOf = ({ tenants }: { tenants: readonly Tenant[] }) => tenants
const filtersOfTenants = { search: anyText(200), state: oneOf(TENANT_STATES) }

function Organisations() {
  const filters = useFilters(filtersOfTenants)
  const { search, state } = rulesOf(filters.values)
  const filter = { search: search ?? '', state: (state ?? null) as TenantState | null }
  const list = useInfiniteQuery(tenantsQuery(useVault().tenants, filter))
  const [openId, setOpenId] = useState<string | null>(null)
  const [billed, setBilled] = useState<Tenant | null>(null)
  const opened = rowsIn(list, rowsOf).find(({ id }) => id === openId) ?? null
  return (
    <>
      <ListCard
        name="tenants"
        list={list}
        rowsOf={rowsOf}
        rowId={({ id }) => id}
        label={admin.pages.tenants}
        words={{ ...text, empty: text.none, emptyText: text.noneText, noMatch: text.none }}
        filters={filters}
        fields={[choice('state', text.state, { values: TENANT_STATES, say: (one) => text.states[one] })]}
        columns={tenantColumns(({ id }) => setOpenId(id))}
        onOpen={({ id }) => setOpenId(id)}
        rowPx={ROW_PX}
      />
      <TenantDialog
        tenant={opened}
        onClose={() => setOpenId(null)}
        onBilling={() => {
          setBilled(opened)
          setOpenId(null)
        }}
      />
      <TenantBillingSheet tenant={billed} onClose={() => setBilled(null)} />
    </>
  )
}
