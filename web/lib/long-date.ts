const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `2025-01-22` as `January 22, 2025`. @param day `YYYY-MM-DD`; it is the same day everywhere. */
export function longDate(day: string): string {
  return LONG.format(new Date(`${day}T00:00:00Z`))
}
