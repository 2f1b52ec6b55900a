import { type Currency, CURRENCY_DECIMALS, decimalOf, unitsOf } from '#contract/sales/money.ts'
import { QUANTITY_DECIMALS, QUOTE_LIMITS, type QuoteLine, TAX_DECIMALS } from '#contract/sales/quotes.ts'

/** A line as it is typed, with a key of its own, which names its fields. */
export type LineDraft = { key: string; text: string; quantity: string; unit: string; tax: string }

/** `1,000` and `1.500`: a thousand for some, one for others. Nobody writes a zero there for a part of one. */
const MAY_BE_THOUSANDS = /^-?\d{1,3}(?:,\d{3}|\.\d\d0)$/

export const newLine = (): LineDraft => ({ key: crypto.randomUUID(), text: '', quantity: '1', unit: '', tax: '0' })

export function draftOf(line: QuoteLine, currency: Currency): LineDraft {
  return {
    key: crypto.randomUUID(),
    text: line.text,
    quantity: shortest(decimalOf(line.quantityMilli, QUANTITY_DECIMALS)),
    unit: decimalOf(line.unitMinor, CURRENCY_DECIMALS[currency]),
    tax: shortest(decimalOf(line.taxBasisPoints, TAX_DECIMALS)),
  }
}

export const isQuantity = (typed: string): boolean =>
  !MAY_BE_THOUSANDS.test(typed.trim()) && within(typed, QUANTITY_DECIMALS, 1, QUOTE_LIMITS.quantityMilli)
export const isTax = (typed: string): boolean => within(typed, TAX_DECIMALS, 0, QUOTE_LIMITS.taxBasisPoints)
export const isUnit = (typed: string, currency: Currency): boolean =>
  within(typed, CURRENCY_DECIMALS[currency], -QUOTE_LIMITS.unitMinor, QUOTE_LIMITS.unitMinor)

/** @returns null while a number of a line is none */
export function linesOf(drafts: readonly LineDraft[], currency: Currency): QuoteLine[] | null {
  const lines = drafts.map(({ text, quantity, unit, tax }) =>
    isQuantity(quantity) && isUnit(unit, currency) && isTax(tax)
      ? {
          text: text.trim(),
          quantityMilli: unitsOf(quantity, QUANTITY_DECIMALS) ?? 0,
          unitMinor: unitsOf(unit, CURRENCY_DECIMALS[currency]) ?? 0,
          taxBasisPoints: unitsOf(tax, TAX_DECIMALS) ?? 0,
        }
      : null,
  )
  return lines.some((line) => line === null) ? null : lines.filter((line) => line !== null)
}

function within(typed: string, decimals: number, least: number, most: number): boolean {
  const units = unitsOf(typed, decimals)
  return units !== null && units >= least && units <= most
}

/** `1.500` as `1.5`, `2.000` as `2`. */
const shortest = (decimal: string): string => decimal.replace(/\.?0+$/, '')
