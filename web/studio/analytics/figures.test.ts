import { expect, test } from 'vitest'
import { daysOf, dollars, percent, seconds } from './figures.ts'

test('figures are written as people read them', () => {
  expect([seconds(null), seconds(950), seconds(12_345)]).toEqual(['–', '0.95 s', '12.35 s'])
  expect([dollars(0), dollars(1234), dollars(12_345_678)]).toEqual(['$0.00', '$0.0012', '$12.35'])
  expect([percent(0, 0), percent(18, 20), percent(1, 3)]).toEqual(['–', '90%', '33.3%'])
})

test('days without a request are there', () => {
  const days = daysOf([{ day: '2028-02-29', requests: 3 }], 3, new Date('2028-03-01T23:30:00Z'))
  expect(days).toEqual([
    { day: '2028-02-28', requests: 0 },
    { day: '2028-02-29', requests: 3 },
    { day: '2028-03-01', requests: 0 },
  ])
})
