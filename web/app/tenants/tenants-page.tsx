import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TENANT_STATES, type TenantState } from '#contract/organisation/tenant-plans.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { invoices } from '#web/messages/invoicing/invoices.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { OpenRequests } from '../invoicing/tenant/open-requests.tsx'
import { SellerSheet } from '../invoicing/tenant/seller-sheet.tsx'
import { TenantBillingSheet } from '../invoicing/tenant/tenant-billing-sheet.tsx'
import { RoleGuard } from '../organisation/roles/role-guard.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useVault } from '../vault-context.ts'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { TenantDialog } from './tenant-dialog.tsx'
import { TenantTable } from './tenant-table.tsx'
import { tenantsQuery } from './tenants.queries.ts'

const ROW_PX = 48

/** The organisations of the installation, for who runs it. */
export function TenantsPage() {
  const [isNew, setNew] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const [isSelling, setSelling] = useState(false)
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead}>
        <span className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setSelling(true)}>
            {invoices.seller.open}
          </Button>
          <Button ref={newButton} onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </span>
      </PageHead>
      <RoleGuard permission="manage_tenants" isOfOperator>
        <OpenRequests />
        <Organisations />
        <SellerSheet isOpen={isSelling} onClose={() => setSelling(false)} />
        <NewTenantDialog isOpen={isNew} onClose={() => setNew(false)} finalFocus={newButton} />
      </RoleGuard>
    </>
  )
}

function Organisations() {
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const state = TENANT_STATES.find((one) => one === address.get('state')) ?? null
  const write = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <Card>
      <div className="flex flex-wrap items-end gap-3 p-4">
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          value={search}
          onChange={(value) => write('search', value)}
          className="min-w-48 flex-1"
        />
        <SelectField
          label={text.state}
          isBare
          value={state ?? ''}
          onChange={(value) => write('state', value)}
          options={[['', text.states.all], ...TENANT_STATES.map((one) => [one, text.states[one]] as const)]}
        />
      </div>
      <Found search={search} state={state} />
    </Card>
  )
}

function Found(filter: { search: string; state: TenantState | null }) {
  const search = useDeferredValue(filter.search.trim())
  const list = useInfiniteQuery(tenantsQuery(useVault().tenants, { search, state: filter.state }))
  const [openId, setOpenId] = useState<string | null>(null)
  const [billed, setBilled] = useState<Tenant | null>(null)
  if (!list.data)
    return list.isError ? (
      <div className="p-4">
        <ListFailed text={text} query={list} />
      </div>
    ) : (
      <SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />
    )
  const found = list.data.pages.flatMap(({ tenants }) => tenants)
  if (found.length === 0) return <EmptyState seed={text.none} title={text.none} text={text.noneText} />
  const opened = found.find(({ id }: Tenant) => id === openId) ?? null
  return (
    <>
      <TenantTable tenants={found} onOpen={({ id }) => setOpenId(id)} />
      {list.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button
            variant="outline"
            size="sm"
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {text.more}
          </Button>
        </div>
      )}
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
