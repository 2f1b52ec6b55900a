const DAY_MS = 86_400_000
const WEEK = 7

/** The day so many days later. @param day such as "2028-02-29" */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Weeks of a month from Monday to Sunday; the first and the last have days of its neighbours. @param month such as "2028-02" */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekday); monday.slice(0, 7) <= month; monday = addDays(monday, WEEK)) {
    weeks.push(Array.from({ length: WEEK }, (_, at) => addDays(monday, at)))
  }
  return weeks
}
