/** Rows of one calendar day, where the person is. */
export type Day<T> = { key: string; date: Date; rows: T[] }

/** Divides rows, newest first, into days. */
export function groupByDay<T>(rows: readonly T[], timeOf: (row: T) => string): Day<T>[] {
  const days: Day<T>[] = []
  for (const row of rows) {
    const date = new Date(timeOf(row))
    const key = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
    const last = days.at(-1)
    if (last?.key === key) last.rows.push(row)
    else days.push({ key, date, rows: [row] })
  }
  return days
}

/** How many midnights lie between a day and now. */
export function daysAgo(date: Date, now: Date): number {
  const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
  // Rounded: a day of the change to summer time has 23 hours.
  return Math.round((midnight(now) - midnight(date)) / 86_400_000)
}
