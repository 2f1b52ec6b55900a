/** Currencies of a pipeline, each with its decimals (ISO 4217). */
export const CURRENCY_DECIMALS = {
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HUF: 2,
  INR: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  PLN: 2,
  SEK: 2,
  SGD: 2,
  TRY: 2,
  USD: 2,
  ZAR: 2,
} as const
export type Currency = keyof typeof CURRENCY_DECIMALS
export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as [Currency, ...Currency[]]

/** In the smallest unit of the currency. */
export const MOST_MINOR = 10_000_000_000_000

/** An integer in units of `decimals` decimals as a decimal number: `1234`, 2 → `12.34`. */
export function decimalOf(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${units < 0 ? '-' : ''}${whole}${part}`
}

/**
 * What somebody typed as an integer in units of `decimals` decimals; a comma counts as a point, spaces and apostrophes separate thousands.
 * @returns null where it is no number, or has more decimals
 */
export function unitsOf(typed: string, decimals: number): number | null {
  const plain = typed
    .trim()
    .replaceAll(/[\s'’\u{a0}\u{202f}]/gu, '')
    .replace(',', '.')
  const [, sign, whole, part = ''] = /^(-?)(\d{1,14})(?:\.(\d*))?$/.exec(plain) ?? []
  if (whole === undefined || part.length > decimals) return null
  const units = Number(whole + part.padEnd(decimals, '0'))
  return Number.isSafeInteger(units) ? (sign === '-' && units > 0 ? -units : units) : null
}

/** An amount as people of a language write it. The decimal number is given as a text, so that no digit is rounded. */
export function formatMoney(minor: number, currency: Currency, locale: string | undefined): string {
  const decimals = CURRENCY_DECIMALS[currency]
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(decimalOf(minor, decimals) as `${number}`)
}
