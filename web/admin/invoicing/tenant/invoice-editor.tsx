import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  INVOICE_LANGUAGES,
  INVOICE_LIMITS,
  type InvoiceLine,
  isTaxRight,
  sumInvoice,
} from '#contract/invoicing/invoices.ts'
import { CURRENCIES, type Currency } from '#contract/sales/money.ts'
import type { QuoteLanguage } from '#contract/sales/quotes.ts'
import { useNow } from '#web/lib/clock.ts'
import type { Invoice, InvoiceFields } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { draftOf, type LineDraft, linesOf, newLine } from '../../sales/quotes/line-drafts.ts'
import { LineFields } from '../../sales/quotes/line-fields.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { money, today } from '../billing-words.ts'
import { invoiceQuery } from '../invoicing.queries.ts'
import { useTenantWrite } from './use-tenant-write.ts'

const words = text.editor
const ROW_PX = 40
const DUE_DAYS = 30
const DAY_MS = 86_400_000

type Props = { id: string | null; tenantId: string; onDone: () => void }

/** A draft of an invoice, to write. @param id null makes a new one */
export function InvoiceEditor({ id, ...props }: Props) {
  return id === null ? <InvoiceForm {...props} /> : <LoadedForm id={id} {...props} />
}

function LoadedForm({ id, ...props }: Props & { id: string }) {
  const query = useQuery(invoiceQuery(useVault().invoicing, id))
  return (
    <QueryView
      query={query}
      text={{ failed: words.failed, retry: text.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
    >
      {(invoice) => <InvoiceForm invoice={invoice} {...props} />}
    </QueryView>
  )
}

function InvoiceForm({ invoice, tenantId, onDone }: Omit<Props, 'id'> & { invoice?: Invoice }) {
  const { invoicing } = useVault()
  // What the fields began with: a later version of the draft is refused, not mixed into what was typed.
  const [version] = useState(invoice?.version ?? 0)
  const [language, setLanguage] = useState<QuoteLanguage>(invoice?.language ?? 'en')
  const [currency, setCurrency] = useState<Currency>(invoice?.currency ?? 'EUR')
  const [isReverse, setReverse] = useState(invoice?.is_reverse_charge ?? false)
  const [drafts, setDrafts] = useState<readonly LineDraft[]>(
    () => invoice?.lines.map((line) => draftOf(line, invoice.currency)) ?? [newLine()],
  )
  const lines = linesOf(drafts, currency)
  const save = useTenantWrite(
    (fields: InvoiceFields) =>
      invoice ? invoicing.change(invoice.id, fields, version) : invoicing.add(tenantId, fields),
    { done: words.saved, failed: text.tenant.failedChange, onDone, isQuiet: true },
  )
  const submit = ({ note = '', from = '', to = '', due = '' }: Record<string, string>) => {
    if (lines && isTaxRight(lines, isReverse))
      save.mutate({
        language,
        currency,
        lines,
        is_reverse_charge: isReverse,
        note: note.trim(),
        period_from: from,
        period_to: to,
        due_on: due,
      })
  }
  return (
    <Form onSubmit={submit}>
      <Heading look="small">{words.title}</Heading>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <Looks {...{ language, currency }} onLanguage={setLanguage} onCurrency={setCurrency} />
      <Days invoice={invoice} />
      <LineFields drafts={drafts} currency={currency} onChange={setDrafts} />
      <Checkbox label={words.reverse} checked={isReverse} onCheckedChange={setReverse} />
      <Sums lines={lines} currency={currency} isReverse={isReverse} />
      <TextArea
        name="note"
        label={words.note}
        rows={3}
        maxLength={INVOICE_LIMITS.noteCharacters}
        defaultValue={invoice?.note ?? ''}
        isOptional
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {save.isPending ? words.saving : words.save}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  )
}

type LooksProps = {
  language: QuoteLanguage
  currency: Currency
  onLanguage: (language: QuoteLanguage) => void
  onCurrency: (currency: Currency) => void
}

/** In which language and currency it is written. */
function Looks({ language, currency, onLanguage, onCurrency }: LooksProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        isInForm
        label={words.language}
        value={language}
        onChange={(chosen) => onLanguage(INVOICE_LANGUAGES.find((one) => one === chosen) ?? language)}
        options={INVOICE_LANGUAGES.map((one) => [one, words.languageOf(one)] as const)}
      />
      <SelectField
        isInForm
        label={words.currency}
        value={currency}
        onChange={(chosen) => onCurrency(CURRENCIES.find((one) => one === chosen) ?? currency)}
        options={CURRENCIES.map((one) => [one, one] as const)}
      />
    </div>
  )
}

/** The period that is charged, and the last day to pay. */
function Days({ invoice }: { invoice: Invoice | undefined }) {
  const now = useNow()
  const month = today(now).slice(0, 8)
  const day = { type: 'date', min: '2000-01-01', max: '2199-12-31' }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField name="from" label={words.from} defaultValue={invoice?.period_from ?? `${month}01`} {...day} />
      <TextField
        name="to"
        label={words.to}
        defaultValue={invoice?.period_to ?? today(now)}
        validate={(to, { from }) => (typeof from === 'string' && to < from ? words.toWrong : null)}
        {...day}
      />
      <TextField
        name="due"
        label={words.due}
        defaultValue={invoice?.due_on ?? today(new Date(now.getTime() + DUE_DAYS * DAY_MS))}
        {...day}
      />
    </div>
  )
}

type SumsProps = { lines: readonly InvoiceLine[] | null; currency: Currency; isReverse: boolean }

function Sums({ lines, currency, isReverse }: SumsProps) {
  const sums = lines && sumInvoice(lines)
  if (!lines || !sums) return <Text tone="soft">{words.sumsUnknown}</Text>
  return (
    <>
      {!isTaxRight(lines, isReverse) && <Notice tone="error">{words.reverseWrong}</Notice>}
      <FactList
        isNarrow
        facts={[
          [words.net, money(sums.netMinor, currency)],
          [words.tax, money(sums.taxMinor, currency)],
          [words.total, money(sums.totalMinor, currency)],
        ]}
      />
    </>
  )
}
