import { useQuery } from '@tanstack/react-query'
import { INVOICE_LIMITS } from '#contract/invoicing/invoices.ts'
import type { Seller, SellerFields } from '#web/lib/remote/vault-client.ts'
import { contracts } from '#web/messages/invoicing/contracts.ts'
import { invoices } from '#web/messages/invoicing/invoices.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { SettingsForm } from '#web/parts/form/settings-form.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { sideFields } from '../details/side-fields.ts'
import { INVOICING_KEY, sellerQuery } from '../invoicing.queries.ts'

const words = invoices.seller
const ROW_PX = 40

type Props = { isOpen: boolean; onClose: () => void }

/** Who sells, as invoices say it: the operator of the installation. */
export function SellerSheet({ isOpen, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title}>
      <Text tone="soft">{words.text}</Text>
      <Loaded onDone={onClose} />
    </Sheet>
  )
}

function Loaded({ onDone }: { onDone: () => void }) {
  const query = useQuery(sellerQuery(useVault().invoicing))
  return (
    <QueryView
      query={query}
      text={{ failed: words.failed, retry: invoices.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={5} rowHeight={ROW_PX} />}
    >
      {(seller) => <SellerForm stored={seller} onDone={onDone} />}
    </QueryView>
  )
}

function SellerForm({ stored, onDone }: { stored: Seller | null; onDone: () => void }) {
  const { invoicing } = useVault()
  const { guarded } = useProtection()
  return (
    <SettingsForm<SellerFields>
      fields={[
        ...sideFields<SellerFields>(),
        {
          kind: 'area',
          name: 'bank',
          label: words.bank,
          hint: words.bankHint,
          rows: 3,
          maxLength: INVOICE_LIMITS.bankCharacters,
          isOptional: true,
        },
      ]}
      stored={stored}
      version={stored?.version ?? 0}
      save={(fields, version) => guarded(invoicing.saveSeller)(fields, version)}
      words={contracts.details}
      keys={[INVOICING_KEY]}
      onSaved={onDone}
    />
  )
}
