import { createRequire } from 'node:module'
import { type Currency, decimalOf, formatMoney } from '#contract/sales/money.ts'
import { type QuoteLanguage, TAX_DECIMALS } from '#contract/sales/quotes.ts'

export const LOCALES = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' } as const
const { resolve } = createRequire(import.meta.url)
/** Latin, Greek and Cyrillic; they come with pdf.js. */
export const FONTS = {
  plain: resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
  bold: resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
}

/** The font has no narrow space, and no sign for the end of a line that came from Windows. */
export const plain = (text: string): string => text.replaceAll(/[\u{202f}\u{2009}]/gu, '\u{a0}').replaceAll('\r', '')

export const firstLine = (text: string): string => plain(text).split('\n')[0] ?? ''

/** Numbers, amounts and days as readers of a language write them, in letters that the fonts have. */
export function writerOf({ language, currency }: { language: QuoteLanguage; currency: Currency }) {
  const locale = LOCALES[language]
  const number = (units: number, decimals: number): string =>
    plain(
      new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(
        decimalOf(units, decimals) as `${number}`,
      ),
    )
  return {
    number,
    rate: (basisPoints: number): string => `${number(basisPoints, TAX_DECIMALS)} %`,
    money: (minor: number): string => plain(formatMoney(minor, currency, locale)),
    day: (day: string): string =>
      plain(
        new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
      ),
  }
}
