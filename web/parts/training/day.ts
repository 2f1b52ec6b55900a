import { dateLocale } from '#web/lib/format.ts'

/** A day such as `2026-11-27` as people here write it. */
export const formatDay = (day: string): string => new Date(`${day}T00:00:00`).toLocaleDateString(dateLocale())

/** The same of a stored time. */
export const formatDayOf = (time: string): string => new Date(time).toLocaleDateString(dateLocale())

/** Whether a day is over. Days of training are those of UTC, as on the server. */
export const isOver = (day: string, now: Date): boolean => day < now.toISOString().slice(0, 10)

/** The day so many days after `now`, in UTC. */
export function dayIn(days: number, now: Date): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
