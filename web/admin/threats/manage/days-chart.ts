import type { DetectionsOfDay } from '#web/lib/remote/vault-client.ts'

const DAY_MS = 24 * 3_600_000

export type DayCount = { day: string; detections: number; dryRuns: number }
export type ChartLine = { detector: string; detections: number; dryRuns: number; days: DayCount[] }
/** `most` of a day and detector, of either kind: all bars have one scale. */
export type Chart = { lines: ChartLine[]; most: number }

/**
 * A bar for each day of each detector that fired, the busiest detector first; days on which nothing happened are there too. The first day is
 * one of which the end alone lies within `count` days.
 */
export function chartOf(rows: readonly DetectionsOfDay[], now: Date, count: number): Chart {
  const today = now.toISOString().slice(0, 10)
  const firstWanted = dayBefore(today, count)
  const given = rows.map(({ day }) => day)
  // The server may be ahead of this clock, and in another zone.
  const days = daysBetween(earliest([firstWanted, ...given]), latest([today, ...given]))
  const detectors = [...new Set(rows.map(({ detector }) => detector))]
  const lines = detectors.map((detector) => {
    const own = new Map(rows.filter((row) => row.detector === detector).map((row) => [row.day, row]))
    const bars = days.map((day) => {
      const { detections = 0, dryRuns = 0 } = own.get(day) ?? {}
      return { day, detections, dryRuns }
    })
    return {
      detector,
      detections: bars.reduce((sum, { detections }) => sum + detections, 0),
      dryRuns: bars.reduce((sum, { dryRuns }) => sum + dryRuns, 0),
      days: bars,
    }
  })
  return {
    lines: lines.toSorted((a, b) => b.detections - a.detections || b.dryRuns - a.dryRuns),
    most: Math.max(1, ...rows.flatMap(({ detections, dryRuns }) => [detections, dryRuns])),
  }
}

const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

const earliest = (days: readonly string[]): string => days.reduce((a, b) => (a < b ? a : b))
const latest = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b))
