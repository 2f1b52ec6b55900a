import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { dayOf, money, nameOf, stateOf } from './billing-words.ts'

const TONE = {
  draft: 'plain',
  issued: 'copper',
  overdue: 'danger',
  paid: 'brand',
  cancelled: 'plain',
  cancellation: 'plain',
} as const satisfies Record<ReturnType<typeof stateOf>, string>

type Props = { invoices: readonly ListedInvoice[]; renderActs: (invoice: ListedInvoice) => ReactNode }

/** One invoice a row, newest first, with its PDF and what can be done about it. */
export function InvoiceTable({ invoices, renderActs }: Props) {
  return <Table label={text.title} columns={columnsFor(renderActs)} rows={invoices} rowId={({ id }) => id} />
}

const columnsFor = (renderActs: Props['renderActs']): readonly TableColumn<ListedInvoice>[] => [
  { id: 'number', header: text.columns.number, cell: (invoice) => <NumberCell invoice={invoice} /> },
  { id: 'due', header: text.columns.due, from: 'lg', cell: (invoice) => <DueCell invoice={invoice} /> },
  {
    id: 'total',
    header: text.columns.total,
    cell: (invoice) => <TotalCell invoice={invoice} acts={renderActs(invoice)} />,
  },
]

function NumberCell({ invoice }: { invoice: ListedInvoice }) {
  const now = useNow()
  const state = stateOf(invoice, now)
  const { period_from: from, period_to: to, cancels_number: cancels, issued_at: issued } = invoice
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-2">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {nameOf(invoice)}
        <Badge tone={TONE[state]}>{text.state(state)}</Badge>
      </span>
      <Span tone="hint" size="xs">
        {cancels === null ? text.period(dayOf(from), dayOf(to)) : text.cancels(cancels)}
      </Span>
      <Span tone="hint" size="xs">
        {issued !== null && `${text.columns.issued}: ${dayOf(issued.slice(0, 10))}`}
      </Span>
      {/* Its column is there on large screens alone. */}
      {invoice.kind === 'invoice' && (
        <Span tone="hint" size="xs" className="lg:hidden">
          {invoice.paid_on === null ? text.columns.due : text.state('paid')}: {dueOf(invoice)}
        </Span>
      )}
    </div>
  )
}

const dueOf = ({ due_on: due, paid_on: paid, paid_by: by }: ListedInvoice): string =>
  paid !== null && by !== null ? text.paidOn(dayOf(paid), by) : dayOf(due)

function DueCell({ invoice }: { invoice: ListedInvoice }) {
  if (invoice.kind === 'cancellation') return null
  return (
    <Span tone="soft" className="whitespace-nowrap tabular-nums">
      {dueOf(invoice)}
    </Span>
  )
}

function TotalCell({ invoice, acts }: { invoice: ListedInvoice; acts: ReactNode }) {
  const { invoicing } = useVault()
  const name = nameOf(invoice)
  const download = useAction(() => invoicing.download(invoice.id), {
    done: () => undefined,
    failed: text.pdfFailed,
    keys: [],
    onDone: (file) => saveBlob(`${invoice.number === null ? 'draft' : name}.pdf`, file),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {money(invoice.total_minor, invoice.currency)}
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        {acts}
        <IconButton label={text.pdf(name)} disabled={download.isPending} onClick={() => download.mutate(undefined)}>
          <Download size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}
