import { expect, onTestFinished, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatIn,
  formatLimit,
  formatRelativeTime,
  formatShortDateTime,
  formatTimeAgo,
  midSentence,
} from './format.ts'

const now = new Date('2026-11-21T12:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, '0 Bytes'],
  [1, '1 Byte'],
  [2, '2 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [4_949_278, '4.72 MB'],
  [104_857_600, '100.00 MB'],
  [3 * 1024 ** 4, '3072.00 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [-5 * MINUTE, 'Just now'],
  [59 * MINUTE, 'Just now'],
  [HOUR, '1 hour ago'],
  [23 * HOUR, '23 hours ago'],
  [DAY, '1 day ago'],
  [6 * DAY, '6 days ago'],
  [7 * DAY, before(7 * DAY).toLocaleDateString()],
])('%d ms ago reads %s', (ms, text) => {
  expect(formatRelativeTime(before(ms), now)).toBe(text)
})

test.each([
  [-5 * MINUTE, 'Just now'],
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [HOUR, '1 hour ago'],
])('outside lists of files, %d ms ago reads %s', (ms, text) => {
  expect(formatTimeAgo(before(ms), now)).toBe(text)
})

test('a chosen language has its own words, dates and decimal mark', () => {
  onTestFinished(() => formatIn(undefined))
  formatIn({ locale: 'de', justNow: 'Gerade eben' })
  expect(formatRelativeTime(before(0), now)).toBe('Gerade eben')
  expect(formatRelativeTime(before(HOUR), now)).toBe('vor 1 Stunde')
  expect(formatTimeAgo(before(5 * MINUTE), now)).toBe('vor 5 Minuten')
  expect(formatRelativeTime(before(7 * DAY), now)).toBe('14.11.2026')
  expect(formatBytes(4_949_278)).toBe('4,72 MB')
  expect(formatCount(12_345)).toBe('12.345')
  formatIn({ locale: 'fr', justNow: 'À l’instant' })
  expect(formatRelativeTime(before(6 * DAY), now)).toBe('il y a 6 jours')
})

test('date and time for a narrow column are short in every language', () => {
  onTestFinished(() => formatIn(undefined))
  const at = new Date(2026, 10, 26, 7, 5)
  formatIn({ locale: 'de', justNow: 'Gerade eben' })
  expect(formatShortDateTime(at)).toBe('26.11.2026, 07:05')
  formatIn({ locale: 'fr', justNow: 'À l’instant' })
  expect(formatShortDateTime(at)).toBe('26 nov. 2026, 07:05')
})

test('in a sentence, only the first letter is small', () => {
  expect(midSentence('Just now')).toBe('just now')
  expect(midSentence('Vor 3 Stunden')).toBe('vor 3 Stunden')
})

test.each([
  [104_857_600, '100 MB'],
  [1000 * 1024 ** 2, '1,000 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
])('a limit of %d bytes reads %s', (bytes, text) => {
  expect(formatLimit(bytes)).toBe(text)
})
