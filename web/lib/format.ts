export { formatBytes } from '#contract/format-bytes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** For files, as the specification has it: under an hour `Just now`, under a day hours, under a week days, then the local date. */
export function formatRelativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < HOUR_MS) return 'Just now'
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour')
  if (ageMs < 7 * DAY_MS) return ago(Math.floor(ageMs / DAY_MS), 'day')
  return at.toLocaleDateString()
}

/** For everything else, where an hour is a long time: minutes as well. */
export function formatTimeAgo(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS)
  return minutes >= 1 && minutes < 60 ? ago(minutes, 'minute') : formatRelativeTime(at, now)
}

/** Date and time in the person's own form, for tooltips. */
export function formatDateTime(at: Date): string {
  return at.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** Splits a fingerprint into groups of four, so that two people can compare it aloud. */
export function groupByFour(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
