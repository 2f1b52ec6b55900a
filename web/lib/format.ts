import { formatBytes as formatBytesPlainly } from '#contract/format-bytes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A language other than English that was chosen. English keeps the fixed forms, and dates as the browser writes them. */
export type Speech = { locale: string; justNow: string }
let speech: Speech | undefined

export function formatIn(chosen: Speech | undefined): void {
  speech = chosen
}

/** What `Intl` is asked with for dates; the browser's own without a chosen language. */
export function dateLocale(): string | undefined {
  return speech?.locale
}

/** For files: under an hour `Just now`, under a day hours, under a week days, then the local date. */
export function formatRelativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < HOUR_MS) return speech?.justNow ?? 'Just now'
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour')
  if (ageMs < 7 * DAY_MS) return ago(Math.floor(ageMs / DAY_MS), 'day')
  return at.toLocaleDateString(dateLocale())
}

/** For everything else, where an hour is a long time: minutes as well. */
export function formatTimeAgo(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS)
  return minutes >= 1 && minutes < 60 ? ago(minutes, 'minute') : formatRelativeTime(at, now)
}

/** Date and time in the person's own form, for tooltips. */
export function formatDateTime(at: Date): string {
  return at.toLocaleString(dateLocale(), { dateStyle: 'long', timeStyle: 'short' })
}

/** The same for the narrow column of a panel. */
export function formatShortDateTime(at: Date): string {
  return at.toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
}

export function formatCount(count: number): string {
  return count.toLocaleString(speech?.locale ?? 'en')
}

/** As the contract has it, with the decimal mark of the language. */
export function formatBytes(sizeBytes: number): string {
  const plain = formatBytesPlainly(sizeBytes)
  return speech ? plain.replace('.', (0.5).toLocaleString(speech.locale).charAt(1)) : plain
}

/** A limit: `100 MB`, `1,000 MB`, `1.5 GB`, without decimals that say nothing. */
export function formatLimit(sizeBytes: number): string {
  const [amount = '', unit = ''] = formatBytesPlainly(sizeBytes).split(' ')
  return `${Number(amount).toLocaleString(speech?.locale ?? 'en')} ${unit}`
}

/** For the middle of a sentence: "just now". Only the first letter, since other words keep theirs. */
export function midSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function ago(count: number, unit: 'minute' | 'hour' | 'day'): string {
  if (speech) return new Intl.RelativeTimeFormat(speech.locale).format(-count, unit)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `2025-01-22` as `January 22, 2025`. @param day `YYYY-MM-DD`; it is the same day everywhere. */
export function longDate(day: string): string {
  return LONG.format(new Date(`${day}T00:00:00Z`))
}
