import { MOST_MINOR } from './money.ts'

/** States of a quote. One that was sent is not edited: a revision takes its place. */
export const QUOTE_STATES = ['draft', 'sent', 'accepted', 'declined', 'replaced'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

export const QUOTE_LANGUAGES = ['en', 'de', 'fr'] as const
export type QuoteLanguage = (typeof QUOTE_LANGUAGES)[number]

export const QUOTE_LIMITS = {
  lines: 100,
  lineCharacters: 300,
  recipientCharacters: 1000,
  termsCharacters: 2000,
  /** In thousandths. */
  quantityMilli: 1_000_000_000,
  /** In the smallest unit of the currency; a line may take something off. */
  unitMinor: 1_000_000_000_000,
  /** In hundredths of a per cent. */
  taxBasisPoints: 10_000,
} as const

export const QUANTITY_DECIMALS = 3
export const TAX_DECIMALS = 2

export type QuoteLine = {
  text: string
  /** Thousandths: 1500 is 1.5. */
  quantityMilli: number
  /** In the smallest unit of the currency. */
  unitMinor: number
  /** Hundredths of a per cent: 1900 is 19 %. */
  taxBasisPoints: number
}

export type QuoteSums = {
  lineMinor: number[]
  netMinor: number
  /** By rate, rising. */
  taxes: { taxBasisPoints: number; netMinor: number; taxMinor: number }[]
  taxMinor: number
  totalMinor: number
}

/**
 * Sums of a quote, all in the smallest unit of the currency. Each line is rounded, and then the tax on the sum of the lines of each rate:
 * half a unit away from zero, so that what a line takes off is rounded like what it adds.
 * @returns null where an amount is beyond what can be stored, or less than nothing is left to pay
 */
export function sumQuote(lines: readonly QuoteLine[]): QuoteSums | null {
  const exact = lines.map(({ quantityMilli, unitMinor }) =>
    divideRounded(BigInt(quantityMilli) * BigInt(unitMinor), 1000n),
  )
  const rates = [...new Set(lines.map(({ taxBasisPoints }) => taxBasisPoints))].toSorted((one, other) => one - other)
  const taxed = rates.map((rate) => {
    const net = exact.filter((_, at) => lines[at]?.taxBasisPoints === rate).reduce((sum, line) => sum + line, 0n)
    return { rate, net, tax: divideRounded(net * BigInt(rate), 10_000n) }
  })
  const net = exact.reduce((sum, line) => sum + line, 0n)
  const tax = taxed.reduce((sum, one) => sum + one.tax, 0n)
  const most = BigInt(MOST_MINOR)
  if (net + tax < 0n || [...exact, net, tax, net + tax].some((amount) => amount > most || amount < -most)) return null
  return {
    lineMinor: exact.map(Number),
    netMinor: Number(net),
    taxes: taxed.map((one) => ({ taxBasisPoints: one.rate, netMinor: Number(one.net), taxMinor: Number(one.tax) })),
    taxMinor: Number(tax),
    totalMinor: Number(net + tax),
  }
}

/** Half away from zero. @param divisor more than 0 */
function divideRounded(amount: bigint, divisor: bigint): bigint {
  const size = amount < 0n ? -amount : amount
  const rounded = (2n * size + divisor) / (2n * divisor)
  return amount < 0n ? -rounded : rounded
}

/** `Q-2026-0001`, and from the second revision on `Q-2026-0001-2`. */
export function quoteNumber({ year, number, revision }: { year: number; number: number; revision: number }): string {
  const base = `Q-${year}-${String(number).padStart(4, '0')}`
  return revision > 1 ? `${base}-${revision}` : base
}
