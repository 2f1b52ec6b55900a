import { createRequire } from 'node:module'
import { RATE_DECIMALS } from '#contract/partners/commission.ts'
import { statementNumber } from '#contract/partners/partners.ts'
import { type Currency, decimalOf, formatMoney } from '#contract/sales/money.ts'
import type { QuoteLanguage } from '#contract/sales/quotes.ts'
import { PdfDocument } from '../../pdf/pdf-document.ts'
import { STATEMENT_WORDS } from './statement-words.ts'
import type { CommissionRow, StatementRow } from './statements.sql.ts'

const LOCALES = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' } as const
const { resolve } = createRequire(import.meta.url)
/** Latin, Greek and Cyrillic; they come with pdf.js. */
const FONTS = {
  plain: resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
  bold: resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
}

/** A statement as its partner gets it: what was earned never changes, and what was paid of it is as of `now`. */
export function statementPdf(statement: StatementRow, language: QuoteLanguage, now: Date): Promise<Buffer> {
  const words = STATEMENT_WORDS[language]
  const number = statementNumber(statement)
  const title = `${words.title} ${number}`
  const pdf = new PdfDocument({
    title,
    footer: title,
    now,
    language: LOCALES[language],
    page: words.page,
    fonts: FONTS,
  })
  pdf.facts(
    [
      [words.number, number],
      [words.date, dayIn(language, statement.created_at.toISOString().slice(0, 10))],
      [words.month, monthIn(language, statement.month)],
      ...(statement.payer === '' ? [] : [[words.from, plain(statement.payer)] as const]),
      [words.to, plain(statement.payee)],
    ],
    words.facts,
  )
  writeLines(pdf, statement.lines, language)
  writeSums(pdf, statement.lines, language)
  return pdf.finish()
}

function writeLines(pdf: PdfDocument, lines: readonly CommissionRow[], language: QuoteLanguage): void {
  const { columns, open } = STATEMENT_WORDS[language]
  pdf.table(
    [
      { title: columns.earned, width: 0.15 },
      { title: columns.customer, width: 0.25 },
      { title: columns.won, width: 0.18, isNumber: true },
      { title: columns.rate, width: 0.1, isNumber: true },
      { title: columns.commission, width: 0.17, isNumber: true },
      { title: columns.paid, width: 0.15 },
    ],
    lines.map((line) => [
      shortDayIn(language, line.earned_on),
      plain(line.company),
      moneyIn(language, line.won_minor, line.currency),
      rateIn(language, line.basis_points),
      moneyIn(language, line.amount_minor, line.currency),
      line.paid_on === null ? open : shortDayIn(language, line.paid_on),
    ]),
  )
}

/** In each currency that there is. */
function writeSums(pdf: PdfDocument, lines: readonly CommissionRow[], language: QuoteLanguage): void {
  const { total } = STATEMENT_WORDS[language]
  const sumOf = (rows: readonly CommissionRow[]): number => rows.reduce((sum, row) => sum + row.amount_minor, 0)
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted()
  pdf.table(
    [
      { title: total.name, width: 0.7 },
      { title: total.amount, width: 0.3, isNumber: true },
    ],
    currencies.flatMap((currency) => {
      const own = lines.filter((line) => line.currency === currency)
      const unpaid = own.filter(({ state }) => state === 'open')
      return [
        [total.all(currency), moneyIn(language, sumOf(own), currency)],
        [total.open(currency), moneyIn(language, sumOf(unpaid), currency)],
      ]
    }),
  )
}

const moneyIn = (language: QuoteLanguage, minor: number, currency: Currency): string =>
  plain(formatMoney(minor, currency, LOCALES[language]))

const rateIn = (language: QuoteLanguage, basisPoints: number): string =>
  plain(
    `${new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: RATE_DECIMALS }).format(
      decimalOf(basisPoints, RATE_DECIMALS) as `${number}`,
    )} %`,
  )

const formatDay = (language: QuoteLanguage, day: string, options: Intl.DateTimeFormatOptions): string =>
  plain(
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
  )
const dayIn = (language: QuoteLanguage, day: string) => formatDay(language, day, { dateStyle: 'long' })
const shortDayIn = (language: QuoteLanguage, day: string) => formatDay(language, day, { dateStyle: 'short' })
const monthIn = (language: QuoteLanguage, day: string) => formatDay(language, day, { month: 'long', year: 'numeric' })

/** The font has no narrow space, and no sign for the end of a line that came from Windows. */
const plain = (text: string): string => text.replaceAll(/[\u{202f}\u{2009}]/gu, '\u{a0}').replaceAll('\r', '')
