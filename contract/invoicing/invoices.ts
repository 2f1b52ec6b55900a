import { QUOTE_LANGUAGES, QUOTE_LIMITS, type QuoteLine, type QuoteSums, sumQuote } from '../sales/quotes.ts'

/** A draft is edited; one that was issued never is. A cancellation is an invoice of its own that takes another one back. */
export const INVOICE_STATES = ['draft', 'issued', 'paid', 'cancelled'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const INVOICE_KINDS = ['invoice', 'cancellation'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** How an invoice was paid. `card` is by the provider of payments, which says so itself. */
export const PAYMENT_WAYS = ['transfer', 'card', 'other'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]
/** What a person notes by hand. */
export const NOTED_WAYS = ['transfer', 'other'] as const satisfies PaymentWay[]

export const INVOICE_LANGUAGES = QUOTE_LANGUAGES
export type InvoiceLine = QuoteLine

export const INVOICE_LIMITS = {
  lines: QUOTE_LIMITS.lines,
  lineCharacters: QUOTE_LIMITS.lineCharacters,
  noteCharacters: 1000,
  reasonCharacters: 500,
  bankCharacters: 500,
} as const

export type InvoiceSums = QuoteSums

/**
 * Sums of an invoice, as those of a quote: each line is rounded, then the tax of each rate on the sum of its lines, half a unit away from
 * zero. `invoicing.sums` in SQL is tested equal to it.
 * @param kind of a cancellation, everything is taken back: the lines are those of the invoice, the sums have the other sign
 * @returns null where an amount is beyond what can be stored, or less than nothing is left to pay
 */
export function sumInvoice(lines: readonly InvoiceLine[], kind: InvoiceKind = 'invoice'): InvoiceSums | null {
  const sums = sumQuote(lines)
  if (!sums || kind === 'invoice') return sums
  return {
    lineMinor: sums.lineMinor.map(negated),
    netMinor: negated(sums.netMinor),
    taxes: sums.taxes.map((tax) => ({ ...tax, netMinor: negated(tax.netMinor), taxMinor: negated(tax.taxMinor) })),
    taxMinor: negated(sums.taxMinor),
    totalMinor: negated(sums.totalMinor),
  }
}

// Without a zero that has a sign.
const negated = (minor: number): number => (minor === 0 ? 0 : -minor)

/** With reverse charge the buyer owes the tax, so no line has any. */
export const isTaxRight = (lines: readonly InvoiceLine[], isReverseCharge: boolean): boolean =>
  !isReverseCharge || lines.every(({ taxBasisPoints }) => taxBasisPoints === 0)

/** `INV-2026-0001`: one row of numbers for the installation, from 1 each year. */
export const invoiceNumber = ({ year, number }: { year: number; number: number }): string =>
  `INV-${year}-${String(number).padStart(4, '0')}`

/** Whether it should have been paid by now. @param today the day in UTC, `2026-11-21` */
export const isOverdue = (
  { kind, status, due_on: due }: { kind: InvoiceKind; status: InvoiceState; due_on: string },
  today: string,
): boolean => kind === 'invoice' && status === 'issued' && due < today

/** What a list of invoices may be narrowed to; overdue ones are open as well. */
export const INVOICE_FILTERS = ['open', 'overdue', 'paid', 'cancelled'] as const
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number]
