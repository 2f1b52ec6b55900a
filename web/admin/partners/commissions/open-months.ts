/** First days of the months that have ended, have commissions and no statement yet; the newest first. Months are those of UTC. */
export function openMonths(
  commissions: readonly { earned_on: string }[],
  statements: readonly { month: string }[],
  now: Date,
): string[] {
  const present = now.toISOString().slice(0, 7)
  const stated = new Set(statements.map(({ month }) => month))
  const months = new Set(commissions.map(({ earned_on: day }) => `${day.slice(0, 7)}-01`))
  return [...months]
    .filter((month) => month.slice(0, 7) < present && !stated.has(month))
    .toSorted()
    .toReversed()
}
