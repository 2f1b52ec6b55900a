import { useState } from 'react'
import { INVOICE_LIMITS, NOTED_WAYS } from '#contract/invoicing/invoices.ts'
import { useNow } from '#web/lib/clock.ts'
import type { InvoicePayment, ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { nameOf, today } from '../billing-words.ts'
import { useTenantWrite } from './use-tenant-write.ts'

const words = text.tenant

type Props = { invoice: ListedInvoice; isOpen: boolean; onClose: () => void }

/** Notes that an invoice was paid another way than through the provider. */
export function PaymentDialog({ invoice, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.paidTitle(nameOf(invoice))}>
      <PaymentForm invoice={invoice} onClose={onClose} />
    </Dialog>
  )
}

function PaymentForm({ invoice: { id, version }, onClose }: Omit<Props, 'isOpen'>) {
  const { invoicing } = useVault()
  const now = useNow()
  const [way, setWay] = useState<InvoicePayment['paid_by']>('transfer')
  const note = useTenantWrite((payment: InvoicePayment) => invoicing.notePayment(id, payment), {
    done: words.paidDone,
    failed: words.failedChange,
    onDone: onClose,
  })
  return (
    <Form onSubmit={({ day = '' }) => note.mutate({ paid_on: day, paid_by: way, version })}>
      <TextField
        name="day"
        type="date"
        min="2000-01-01"
        max={today(now)}
        label={words.paidDay}
        defaultValue={today(now)}
      />
      <SelectField
        isInForm
        label={words.paidWay}
        value={way}
        onChange={(chosen) => setWay(NOTED_WAYS.find((one) => one === chosen) ?? way)}
        options={NOTED_WAYS.map((one) => [one, text.way(one)] as const)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" isBusy={note.isPending}>
          {words.paidSave}
        </Button>
      </div>
    </Form>
  )
}

/** Takes an invoice back by another one, once its number was typed. */
export function CancelDialog({ invoice, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.undoTitle(nameOf(invoice))}>
      <CancelForm invoice={invoice} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ invoice, onClose }: Omit<Props, 'isOpen'>) {
  const { invoicing } = useVault()
  const { guarded } = useProtection()
  const name = nameOf(invoice)
  const cancel = useTenantWrite((reason: string) => guarded(invoicing.cancel)(invoice.id, reason, invoice.version), {
    done: words.undoDone,
    failed: words.failedChange,
    onDone: onClose,
  })
  return (
    <Form onSubmit={({ reason = '' }) => cancel.mutate(reason.trim())}>
      <Text tone="soft">{words.undoText}</Text>
      <TextArea
        name="reason"
        rows={2}
        label={words.undoReason}
        maxLength={INVOICE_LIMITS.reasonCharacters}
        validate={(reason) => (reason.trim() === '' ? words.undoReasonMissing : null)}
      />
      <TextField
        name="name"
        label={words.undoName(name)}
        autoComplete="off"
        spellCheck={false}
        validate={(typed) => (typed.trim() === name ? null : words.undoNameWrong)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" variant="danger" isBusy={cancel.isPending}>
          {words.undo}
        </Button>
      </div>
    </Form>
  )
}
