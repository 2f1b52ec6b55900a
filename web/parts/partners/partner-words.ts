import { RATE_DECIMALS } from '#contract/partners/commission.ts'
import type { TierPreset } from '#contract/partners/partners.ts'
import { CURRENCY_DECIMALS, type Currency, decimalOf, formatMoney, MOST_MINOR, unitsOf } from '#contract/sales/money.ts'
import { dateLocale } from '#web/lib/format.ts'
import { partners as text } from '#web/messages/partners/partners.ts'

/** The name of a tier, in the language of the person where nobody gave it one. */
export const tierName = (name: string | null, preset: TierPreset | null): string =>
  name ?? (preset === null ? '' : text.preset(preset))

export const money = (minor: number, currency: Currency): string => formatMoney(minor, currency, dateLocale() ?? 'en')

/** Sums of several currencies in one line; empty where there are none. */
export const sums = (minor: Partial<Record<Currency, number>>): string =>
  Object.entries(minor)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, sum]) => money(sum, currency as Currency))
    .join(' + ')

/** Hundredths of a per cent as people write them: `12.5 %`. */
export const rate = (basisPoints: number): string =>
  text.rate(
    new Intl.NumberFormat(dateLocale() ?? 'en', { maximumFractionDigits: RATE_DECIMALS }).format(
      decimalOf(basisPoints, RATE_DECIMALS) as `${number}`,
    ),
  )

const inUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), { ...options, timeZone: 'UTC' })
/** `2026-11-21` as people write it; it is the same day everywhere. */
export const dayOf = (day: string): string => inUtc(day, { dateStyle: 'medium' })
export const monthOf = (day: string): string => inUtc(day, { month: 'long', year: 'numeric' })

/** Whether an amount was typed that can be stored; empty is none. */
export function isAmount(typed: string, currency: Currency): boolean {
  const units = unitsOf(typed, CURRENCY_DECIMALS[currency])
  return units !== null && units >= 0 && units <= MOST_MINOR
}
