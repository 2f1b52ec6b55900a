import { expect, test } from 'vitest'
import { chartOf } from './days-chart.ts'

const NOW = new Date('2026-11-26T20:00:00Z')
const row = (day: string, detector: string, detections: number, dryRuns = 0) => ({ day, detector, detections, dryRuns })

test('each detector that fired has a bar for each day, the busiest first, all on one scale', () => {
  const { lines, most } = chartOf(
    [row('2026-11-20', 'canary', 1), row('2026-11-25', 'probing', 2, 7), row('2026-11-26', 'probing', 3)],
    NOW,
    30,
  )
  expect(most).toBe(7)
  expect(lines.map(({ detector, detections, dryRuns }) => [detector, detections, dryRuns])).toEqual([
    ['probing', 5, 7],
    ['canary', 1, 0],
  ])
  const days = lines[0]?.days ?? []
  expect(days.map(({ day }) => day).slice(0, 2)).toEqual(['2026-10-27', '2026-10-28'])
  expect(days.slice(-2)).toEqual([
    { day: '2026-11-25', detections: 2, dryRuns: 7 },
    { day: '2026-11-26', detections: 3, dryRuns: 0 },
  ])
  expect(days).toHaveLength(31)
})

test('a day of a server that is ahead is not lost', () => {
  const { lines } = chartOf([row('2026-11-27', 'canary', 1)], NOW, 30)
  expect(lines[0]?.days.at(-1)).toEqual({ day: '2026-11-27', detections: 1, dryRuns: 0 })
  expect(chartOf([], NOW, 30)).toEqual({ lines: [], most: 1 })
})
