const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const HUNDRED_YEARS_MS = 100 * 365 * 24 * 3_600_000

/** Reads `24h`, `1h30m` or `90s`, as the administration clients send them. @returns milliseconds, or null when it is no duration. */
export function parseDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null
  const total = parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0)
  return total <= HUNDRED_YEARS_MS ? total : null
}
