import { QUANTITY_DECIMALS, quoteNumber, sumQuote } from '#contract/sales/quotes.ts'
import { PdfDocument } from '../../pdf/pdf-document.ts'
import { firstLine, FONTS, LOCALES, plain, writerOf } from '../../pdf/write-in.ts'
import type { QuoteRow } from './quotes.sql.ts'
import { QUOTE_WORDS } from './quote-words.ts'

/** How a quote is called, in files and on paper; null for a draft. */
export const nameOfQuote = ({ status, year, number, revision }: QuoteRow): string | null =>
  status === 'draft' || year === null || number === null ? null : quoteNumber({ year, number, revision })

/** A quote as its reader gets it. A draft says that it is one. */
export function quotePdf(quote: QuoteRow, now: Date): Promise<Buffer> {
  const words = QUOTE_WORDS[quote.language]
  const name = nameOfQuote(quote)
  const write = writerOf(quote)
  const title = name === null ? `${words.title} (${words.draft})` : `${words.title} ${name}`
  const pdf = new PdfDocument({
    title,
    footer: [title, firstLine(quote.seller)].filter(Boolean).join(' · '),
    now,
    language: LOCALES[quote.language],
    page: words.page,
    fonts: FONTS,
  })
  pdf.facts(
    [
      [words.number, name ?? words.draft],
      [words.date, write.day((quote.sent_at ?? now).toISOString().slice(0, 10))],
      [words.valid, write.day(quote.valid_on)],
      ...(quote.seller === '' ? [] : [[words.from, plain(quote.seller)] as const]),
      [words.to, plain(quote.recipient)],
    ],
    words.facts,
  )
  writeLines(pdf, quote)
  if (quote.terms !== '') {
    pdf.heading(words.terms)
    pdf.paragraph(plain(quote.terms))
  }
  return pdf.finish()
}

function writeLines(pdf: PdfDocument, quote: QuoteRow): void {
  const { columns, sums: said } = QUOTE_WORDS[quote.language]
  const write = writerOf(quote)
  const sums = sumQuote(quote.lines)
  if (!sums) throw new Error('a stored quote cannot be added up')
  pdf.table(
    [
      { title: columns.text, width: 0.42 },
      { title: columns.quantity, width: 0.13, isNumber: true },
      { title: columns.unit, width: 0.17, isNumber: true },
      { title: columns.tax, width: 0.1, isNumber: true },
      { title: columns.sum, width: 0.18, isNumber: true },
    ],
    quote.lines.map((line, at) => [
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
