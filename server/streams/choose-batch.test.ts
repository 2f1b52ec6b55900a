import { describe, expect, test } from 'vitest'
import { chooseBatch } from './choose-batch.ts'
import type { PlacedEvent } from './stream.ts'

const ALL = { categories: [], leastRisk: 'low' }

const events = (count: number, row: Partial<PlacedEvent['row']> = {}): PlacedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    origin: 'log',
    row: {
      id: String(index),
      created_at: '2026-11-26T11:39:00.123456+00:00',
      event_type: 'login.failed',
      event_category: 'auth',
      user_id: null,
      action: 'login',
      status: 'failure',
      risk_level: 'medium',
      details: {},
      ...row,
    },
  }))

describe('a batch', () => {
  test('has 100 events at most, and ends before the next', () => {
    const { events: chosen, end } = chooseBatch(events(150), ALL, 150)
    expect([chosen.length, end]).toEqual([100, 100])
    expect(chooseBatch(events(100), ALL, 100)).toMatchObject({ end: 100, filtered: 0 })
  })

  test('has 256 KB at most, and one event however long it is', () => {
    const long = events(3, { details: { text: 'a'.repeat(150_000) } })
    expect(chooseBatch(long, ALL, 3)).toMatchObject({ events: [{ index: 0 }], end: 1 })
    expect(chooseBatch(events(1, { details: { text: 'a'.repeat(300_000) } }), ALL, 1).events).toHaveLength(1)
  })

  test('goes over what is filtered, to its end', () => {
    expect(chooseBatch(events(7), { categories: ['data_access'], leastRisk: 'low' }, 7)).toEqual({
      events: [],
      end: 7,
      filtered: 7,
    })
  })
})

test.each([
  ['low', 'low', true],
  ['medium', 'low', false],
  ['medium', 'medium', true],
  ['high', 'critical', true],
  ['critical', 'high', false],
  ['critical', 'unheard of', true],
])('from %s on, an event of risk %s passes: %s', (leastRisk, risk, passes) => {
  const { filtered } = chooseBatch(events(1, { risk_level: risk }), { categories: [], leastRisk }, 1)
  expect(filtered).toBe(passes ? 0 : 1)
})
