import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { dayOf, money, nameOf, stateOf } from '../billing-words.ts'
import { CancelDialog, PaymentDialog } from './invoice-dialogs.tsx'
import { useTenantWrite } from './use-tenant-write.ts'

const words = text.tenant

type Props = { invoices: readonly ListedInvoice[]; onEdit: (id: string) => void }

/** Every invoice of an organisation with what its state allows, newest first. */
export function InvoiceRows({ invoices, onEdit }: Props) {
  const now = useNow()
  return (
    <RowList label={text.title}>
      {invoices.map((invoice) => (
        <li key={invoice.id} className="flex flex-col gap-2 py-2.5 text-sm">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {nameOf(invoice)}
                <Badge>{text.state(stateOf(invoice, now))}</Badge>
              </p>
              <Text tone="soft" size="xs" className="tabular-nums">
                {money(invoice.total_minor, invoice.currency)} ·{' '}
                {invoice.cancels_number === null
                  ? `${text.columns.due}: ${dayOf(invoice.due_on)}`
                  : text.cancels(invoice.cancels_number)}
              </Text>
            </div>
            <PdfButton invoice={invoice} />
          </div>
          <Acts invoice={invoice} onEdit={() => onEdit(invoice.id)} />
        </li>
      ))}
    </RowList>
  )
}

function PdfButton({ invoice }: { invoice: ListedInvoice }) {
  const { invoicing } = useVault()
  const name = nameOf(invoice)
  const download = useAction(() => invoicing.download(invoice.id), {
    done: () => undefined,
    failed: text.pdfFailed,
    keys: [],
    onDone: (file) => saveBlob(`${invoice.number === null ? 'draft' : name}.pdf`, file),
  })
  return (
    <IconButton label={text.pdf(name)} disabled={download.isPending} onClick={() => download.mutate(undefined)}>
      <Download size={16} aria-hidden="true" />
    </IconButton>
  )
}

function Acts({ invoice, onEdit }: { invoice: ListedInvoice; onEdit: () => void }) {
  const [asked, setAsked] = useState<'pay' | 'cancel' | null>(null)
  if (invoice.status === 'draft') return <DraftActs invoice={invoice} onEdit={onEdit} />
  if (invoice.kind === 'cancellation' || invoice.status === 'cancelled') return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {invoice.status === 'issued' && (
        <Button size="sm" variant="outline" onClick={() => setAsked('pay')}>
          {words.paid}
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => setAsked('cancel')}>
        {words.undo}
      </Button>
      <PaymentDialog invoice={invoice} isOpen={asked === 'pay'} onClose={() => setAsked(null)} />
      <CancelDialog invoice={invoice} isOpen={asked === 'cancel'} onClose={() => setAsked(null)} />
    </div>
  )
}

function DraftActs({ invoice: { id, version }, onEdit }: { invoice: ListedInvoice; onEdit: () => void }) {
  const { invoicing } = useVault()
  const { guarded } = useProtection()
  const [isAsked, setAsked] = useState(false)
  const issue = useTenantWrite(() => guarded(invoicing.issue)(id, version), {
    done: words.issued,
    failed: words.failedChange,
  })
  const remove = useTenantWrite(() => invoicing.remove(id), { done: words.removed, failed: words.failedChange })
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button size="sm" variant="outline" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button size="sm" variant="outline" isBusy={issue.isPending} onClick={() => setAsked(true)}>
        {words.issue}
      </Button>
      <Button size="sm" variant="outline" onClick={() => remove.mutate(undefined)}>
        {words.remove}
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title={words.issueTitle}
        text={words.issueText}
        confirmLabel={words.issueYes}
        cancelLabel={text.cancel}
        onConfirm={() => issue.mutate(undefined)}
        onClose={() => setAsked(false)}
      />
    </div>
  )
}
