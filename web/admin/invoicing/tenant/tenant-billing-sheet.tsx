import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import type { BillingAccount, ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { contracts } from '#web/messages/invoicing/contracts.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { countryName } from '../billing-words.ts'
import { sellerQuery, tenantBillingQuery } from '../invoicing.queries.ts'
import { InvoiceEditor } from './invoice-editor.tsx'
import { InvoiceRows } from './invoice-rows.tsx'

const words = text.tenant
const ROW_PX = 48

type Props = { tenant: { id: string; name: string } | null; onClose: () => void }

/** What is agreed with an organisation, and its invoices with drafts, for who runs the installation. */
export function TenantBillingSheet({ tenant, onClose }: Props) {
  return (
    <Sheet isOpen={tenant !== null} onClose={onClose} title={tenant ? words.title(tenant.name) : ''}>
      {tenant && <Loaded key={tenant.id} id={tenant.id} />}
    </Sheet>
  )
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(tenantBillingQuery(useVault().invoicing, id))
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <QueryView
      query={query}
      text={{ failed: words.failed, retry: text.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
    >
      {({ account, invoices }) =>
        edited === null ? (
          <Contents account={account} invoices={invoices} onEdit={setEdited} />
        ) : (
          <InvoiceEditor id={edited === 'new' ? null : edited} tenantId={id} onDone={() => setEdited(null)} />
        )
      }
    </QueryView>
  )
}

type ContentsProps = {
  account: BillingAccount
  invoices: readonly ListedInvoice[]
  onEdit: (id: string) => void
}

function Contents({ account, invoices, onEdit }: ContentsProps) {
  const { agreed } = contracts
  const seller = useQuery(sellerQuery(useVault().invoicing))
  const { plan, seats = TENANT_PLANS[plan].seats, term, add_ons: addOns, used, buyer } = account
  return (
    <>
      <FactList
        isNarrow
        facts={[
          [agreed.plan, TENANT_PLANS[plan].name],
          [agreed.seats, agreed.used(used.people, seats)],
          [agreed.term, term === null ? agreed.noTerm : contracts.term(term)],
          [agreed.addOns, addOns.length === 0 ? contracts.none : addOns.map(contracts.addOn).join(', ')],
          ...(buyer
            ? [[words.buyer, `${buyer.legal_name}, ${countryName(buyer.country)}, ${buyer.email}`] as const]
            : []),
        ]}
      />
      {buyer === null && <Notice tone="info">{words.noBuyer}</Notice>}
      {seller.data === null && <Notice tone="info">{words.noSeller}</Notice>}
      <section aria-label={text.title} className="flex flex-col gap-2">
        <Heading look="small">{text.title}</Heading>
        {invoices.length === 0 ? (
          <Text tone="soft">{text.empty}</Text>
        ) : (
          <InvoiceRows invoices={invoices} onEdit={onEdit} />
        )}
        <Button variant="outline" className="self-start" onClick={() => onEdit('new')}>
          <Plus size={16} aria-hidden="true" />
          {words.add}
        </Button>
      </section>
    </>
  )
}
