import type { InvoiceKind, InvoiceLine, InvoiceState, PaymentWay } from '#contract/invoicing/invoices.ts'
import type { Currency } from '#contract/sales/money.ts'
import type { QuoteLanguage } from '#contract/sales/quotes.ts'

export type Seller = { legal_name: string; address: string; country: string; tax_number: string; bank: string }
export type Buyer = {
  legal_name: string
  address: string
  country: string
  tax_number: string
  purchase_reference: string
  email: string
}

export type InvoiceRow = {
  id: string
  tenant_id: string
  kind: InvoiceKind
  cancels_id: string | null
  /** What a cancellation takes back, as it is called on paper. */
  cancels_number: string | null
  status: InvoiceState
  year: number | null
  number: number | null
  language: QuoteLanguage
  currency: Currency
  lines: InvoiceLine[]
  is_reverse_charge: boolean
  note: string
  period_from: string
  period_to: string
  due_on: string
  net_minor: number
  tax_minor: number
  total_minor: number
  /** Of a draft: as they would be if it were issued now; null while they are missing. */
  seller: Seller | null
  buyer: Buyer | null
  version: number
  created_at: Date
  issued_at: Date | null
  paid_on: string | null
  paid_by: PaymentWay | null
}

/** Of an invoice `i`. */
export const INVOICE = `i.id, i.tenant_id, i.kind, i.cancels_id, i.cancels_number, i.status, i.year, i.number, i.language, i.currency, i.lines,
  i.is_reverse_charge, i.note, i.period_from::text, i.period_to::text, i.due_on::text, i.net_minor::float8, i.tax_minor::float8,
  i.total_minor::float8, i.seller, i.buyer, i.version, i.created_at, i.issued_at, i.paid_on::text, i.paid_by`

/** What a list shows. */
export const LISTED = `i.id, i.kind, i.cancels_id, i.cancels_number, i.status, i.year, i.number, i.currency, i.period_from::text, i.period_to::text,
  i.due_on::text, i.net_minor::float8, i.tax_minor::float8, i.total_minor::float8, i.version, i.issued_at, i.paid_on::text, i.paid_by`
export type ListedInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'kind'
  | 'cancels_id'
  | 'cancels_number'
  | 'status'
  | 'year'
  | 'number'
  | 'currency'
  | 'period_from'
  | 'period_to'
  | 'due_on'
  | 'net_minor'
  | 'tax_minor'
  | 'total_minor'
  | 'version'
  | 'issued_at'
  | 'paid_on'
  | 'paid_by'
>

/** Issued ones of the caller's organisation: state, year, or null for any. Newest first. */
export const OWN_INVOICES = `select ${LISTED} from invoicing.invoices i
  where i.tenant_id = (select invoicing.managed()) and i.status <> 'draft' and ($2::integer is null or i.year = $2)
    and case $1::text
          when 'open' then i.kind = 'invoice' and i.status = 'issued'
          when 'overdue' then i.kind = 'invoice' and i.status = 'issued' and i.due_on < (now() at time zone 'UTC')::date
          when 'paid' then i.status = 'paid'
          when 'cancelled' then i.status = 'cancelled' or i.kind = 'cancellation'
          else true end
  order by i.year desc, i.number desc limit 2000`
