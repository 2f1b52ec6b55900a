import { type CsvAmount, csvHead, csvLine } from '#contract/csv/csv.ts'
import { isOverdue } from '#contract/invoicing/invoices.ts'
import { CURRENCY_DECIMALS, decimalOf } from '#contract/sales/money.ts'
import { nameOfInvoice } from './invoice-pdf.ts'
import type { ListedInvoice } from './invoices.sql.ts'

const COLUMNS = [
  'number',
  'kind',
  'cancels',
  'state',
  'issued on',
  'period from',
  'period to',
  'due on',
  'paid on',
  'paid by',
  'currency',
  'net',
  'tax',
  'total',
]

/** The first line of the file, after the sign that says it is UTF-8. */
export const csvColumns = (): string => csvHead(COLUMNS)

/** One invoice; an amount has a point before its decimals, whatever the language. @param today `2026-11-21` */
export function csvInvoice(invoice: ListedInvoice, today: string): string {
  const amount = (minor: number): CsvAmount => ({
    amount: decimalOf(minor, CURRENCY_DECIMALS[invoice.currency]) as `${number}`,
  })
  return csvLine([
    nameOfInvoice(invoice) ?? '',
    invoice.kind,
    invoice.cancels_number ?? '',
    isOverdue(invoice, today) ? 'overdue' : invoice.status,
    invoice.issued_at?.toISOString().slice(0, 10) ?? '',
    invoice.period_from,
    invoice.period_to,
    invoice.due_on,
    invoice.paid_on ?? '',
    invoice.paid_by ?? '',
    invoice.currency,
    amount(invoice.net_minor),
    amount(invoice.tax_minor),
    amount(invoice.total_minor),
  ])
}
