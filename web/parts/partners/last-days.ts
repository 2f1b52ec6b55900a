const DAYS = 30
const DAY_MS = 86_400_000

/** Counts of the last thirty days in UTC, oldest first; days without any are 0. */
export function lastDays(days: readonly { day: string; count: number }[], now: Date): number[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]))
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(now.getTime() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return counts.get(day) ?? 0
  })
}
