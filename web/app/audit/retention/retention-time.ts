import { formatCount } from '#web/lib/format.ts'
import { retention as text } from '#web/messages/audit/retention.ts'

const DAYS_OF_YEAR = 365.25

/** Days in words; whole years, two or more, as years. */
export function daysInWords(days: number): string {
  const years = Math.round(days / DAYS_OF_YEAR)
  const isYears = years >= 2 && Math.abs(days - years * DAYS_OF_YEAR) <= 1
  return isYears ? text.years(formatCount(years)) : text.days(formatCount(days), days)
}
