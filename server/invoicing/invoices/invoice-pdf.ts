import { type InvoiceKind, invoiceNumber, sumInvoice } from '#contract/invoicing/invoices.ts'
import { QUANTITY_DECIMALS } from '#contract/sales/quotes.ts'
import { PdfDocument } from '../../pdf/pdf-document.ts'
import { FONTS, LOCALES, plain, writerOf } from '../../pdf/write-in.ts'
import { INVOICE_WORDS } from './invoice-words.ts'
import type { Buyer, InvoiceRow, Seller } from './invoices.sql.ts'

/** How an invoice is called, in files and on paper; null for a draft. */
export const nameOfInvoice = ({ year, number }: { year: number | null; number: number | null }): string | null =>
  year === null || number === null ? null : invoiceNumber({ year, number })

/** An invoice as who pays gets it. A draft says that it is one. */
export function invoicePdf(invoice: InvoiceRow, now: Date): Promise<Buffer> {
  const words = INVOICE_WORDS[invoice.language]
  const name = nameOfInvoice(invoice)
  const write = writerOf(invoice)
  const called = titleOf(invoice.kind, words)
  const title = name === null ? `${called} (${words.draft})` : `${called} ${name}`
  const pdf = new PdfDocument({
    title,
    footer: [title, plain(invoice.seller?.legal_name ?? '')].filter(Boolean).join(' · '),
    now: invoice.issued_at ?? now,
    language: LOCALES[invoice.language],
    page: words.page,
    fonts: FONTS,
  })
  const isCancellation = invoice.kind === 'cancellation'
  pdf.facts(
    [
      [words.number, name ?? words.draft],
      [words.date, write.day((invoice.issued_at ?? now).toISOString().slice(0, 10))],
      ...(invoice.cancels_number === null ? [] : [[words.cancels, invoice.cancels_number] as const]),
      [words.period, `${write.day(invoice.period_from)} – ${write.day(invoice.period_to)}`],
      ...(isCancellation ? [] : [[words.due, write.day(invoice.due_on)] as const]),
      [words.from, sideOf(invoice.seller, invoice)],
      [words.to, sideOf(invoice.buyer, invoice)],
      ...(invoice.buyer?.purchase_reference
        ? [[words.reference, plain(invoice.buyer.purchase_reference)] as const]
        : []),
    ],
    words.facts,
  )
  writeLines(pdf, invoice)
  if (invoice.is_reverse_charge) pdf.paragraph(words.reverseCharge)
  if (invoice.note !== '') {
    pdf.heading(words.note)
    pdf.paragraph(plain(invoice.note))
  }
  if (invoice.seller?.bank && !isCancellation) {
    pdf.heading(words.bank)
    pdf.paragraph(plain(invoice.seller.bank))
  }
  return pdf.finish()
}

const titleOf = (kind: InvoiceKind, words: { title: string; cancellation: string }): string =>
  kind === 'invoice' ? words.title : words.cancellation

/** A side with its address, the country in the language of the reader, and the tax number. */
function sideOf(side: Seller | Buyer | null, { language }: InvoiceRow): string {
  const words = INVOICE_WORDS[language]
  if (!side) return words.missing
  const country = new Intl.DisplayNames(LOCALES[language], { type: 'region' }).of(side.country) ?? side.country
  const number = side.tax_number === '' ? [] : [`${words.taxNumber}: ${side.tax_number}`]
  return plain([side.legal_name, side.address, country, ...number].join('\n'))
}

function writeLines(pdf: PdfDocument, invoice: InvoiceRow): void {
  const { columns, sums: said } = INVOICE_WORDS[invoice.language]
  const write = writerOf(invoice)
  const sums = sumInvoice(invoice.lines, invoice.kind)
  if (!sums) throw new Error('a stored invoice cannot be added up')
  pdf.table(
    [
      { title: columns.text, width: 0.42 },
      { title: columns.quantity, width: 0.13, isNumber: true },
      { title: columns.unit, width: 0.17, isNumber: true },
      { title: columns.tax, width: 0.1, isNumber: true },
      { title: columns.sum, width: 0.18, isNumber: true },
    ],
    invoice.lines.map((line, at) => [
      plain(line.text),
      write.number(line.quantityMilli, QUANTITY_DECIMALS),
      write.money(line.unitMinor),
      write.rate(line.taxBasisPoints),
      write.money(sums.lineMinor[at] ?? 0),
    ]),
  )
  pdf.table(
    [
      { title: said.name, width: 0.7 },
      { title: said.amount, width: 0.3, isNumber: true },
    ],
    [
      [said.net, write.money(sums.netMinor)],
      ...sums.taxes.map((tax) => [
        said.tax(write.rate(tax.taxBasisPoints), write.money(tax.netMinor)),
        write.money(tax.taxMinor),
      ]),
      [said.total, write.money(sums.totalMinor)],
    ],
  )
}
