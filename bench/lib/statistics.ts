/** Smallest, middle and largest of a few measurements. */
export type Summary = { min: number; median: number; max: number; count: number }

/** @param values at least one. */
export function summarise(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
  return { min: sorted[0] ?? Number.NaN, median, max: sorted.at(-1) ?? Number.NaN, count: sorted.length }
}

/** The value that `share` per cent of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)] ?? Number.NaN
}
