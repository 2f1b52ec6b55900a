import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INVOICE_LIMITS } from '#contract/invoicing/invoices.ts'
import type { Seller, SellerFields } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contracts } from '#web/messages/invoicing/contracts.ts'
import { invoices } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { countryName } from '../billing-words.ts'
import { ChangedNotice } from '../details/changed-notice.tsx'
import { SideFields } from '../details/side-fields.tsx'
import { useSeen } from '../details/use-seen.ts'
import { sellerQuery } from '../invoicing.queries.ts'
import { useTenantWrite } from './use-tenant-write.ts'

const words = invoices.seller
const { details } = contracts
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
  const { shown, seen, version, isChanged, take, keep } = useSeen(stored)
  return (
    <>
      {isChanged && stored && <ChangedNotice changes={changesOf(seen, stored)} onTake={take} onKeep={keep} />}
      <Fields key={shown?.version ?? 0} seller={shown} version={version} onDone={onDone} />
    </>
  )
}

function changesOf(seen: Seller | null, stored: Seller): (readonly [string, string])[] {
  const named = (seller: Seller): Record<string, string> => ({
    [details.legalName]: seller.legal_name,
    [details.address]: seller.address,
    [details.country]: countryName(seller.country),
    [details.taxNumber]: seller.tax_number,
    [words.bank]: seller.bank,
  })
  const before = seen ? named(seen) : {}
  return Object.entries(named(stored)).filter(([name, value]) => before[name] !== value)
}

type FieldsProps = { seller: Seller | null; version: number; onDone: () => void }

function Fields({ seller, version, onDone }: FieldsProps) {
  const { invoicing } = useVault()
  const { guarded } = useProtection()
  const [country, setCountry] = useState(seller?.country ?? '')
  const [isSent, setSent] = useState(false)
  const save = useTenantWrite((fields: SellerFields) => guarded(invoicing.saveSeller)(fields, version), {
    done: details.saved,
    failed: details.failed,
    onDone,
    isQuiet: true,
  })
  const submit = (given: Record<string, string>) => {
    setSent(true)
    const field = (name: string): string => (given[name] ?? '').trim()
    if (country !== '')
      save.mutate({
        legal_name: field('legal_name'),
        address: field('address'),
        country,
        tax_number: field('tax_number'),
        bank: field('bank'),
      })
  }
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <SideFields side={seller} country={country} onCountry={setCountry} isCountryMissing={isSent} />
      <TextArea
        name="bank"
        label={words.bank}
        hint={words.bankHint}
        rows={3}
        maxLength={INVOICE_LIMITS.bankCharacters}
        defaultValue={seller?.bank ?? ''}
        isOptional
      />
      <Button type="submit" className="self-start" isBusy={save.isPending}>
        {save.isPending ? details.saving : details.save}
      </Button>
    </Form>
  )
}
