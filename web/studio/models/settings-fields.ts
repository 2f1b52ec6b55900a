import type { ModelPrice } from '#web/lib/remote/vault-client.ts'

const MICROS = 1_000_000

/** A limit as it is typed; null for none, undefined for what is no number. @param unit 1 for tokens, a million for dollars */
export function limitOf(typed: string, unit: 1 | 1_000_000): number | null | undefined {
  const text = typed.trim().replaceAll(',', '')
  if (text === '') return null
  const number = Number(text)
  return Number.isFinite(number) && number >= 0 ? Math.round(number * unit) : undefined
}

export const shownLimit = (limit: number | null, unit: 1 | 1_000_000): string =>
  limit === null ? '' : (limit / unit).toLocaleString('en', { maximumFractionDigits: 6 })

/** Prices as they are typed, a model in a line. @returns the number of the first line that is none */
export function pricesOf(typed: string): ModelPrice[] | { wrongLine: number } {
  const prices: ModelPrice[] = []
  for (const [at, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const cells = line.split(',').map((cell) => cell.trim())
    const [model = '', input = '', output = ''] = cells
    const [micros_in, micros_out] = [limitOf(input, MICROS), limitOf(output, MICROS)]
    if (cells.length !== 3 || model === '' || typeof micros_in !== 'number' || typeof micros_out !== 'number') {
      return { wrongLine: at + 1 }
    }
    prices.push({ model, micros_in, micros_out })
  }
  return prices
}

export const shownPrices = (prices: readonly ModelPrice[]): string =>
  prices
    .map(({ model, micros_in: input, micros_out: output }) => `${model}, ${input / MICROS}, ${output / MICROS}`)
    .join('\n')
