import { expect, test } from 'vitest'
import { Counters } from './counters.ts'

const make = () => new Counters(Buffer.alloc(32, 1))

test('a level loses one in its time, and nothing below zero', () => {
  const counters = make()
  const pour = (nowMs: number) => counters.pour('a', { drainSeconds: 10, nowMs })
  expect([pour(0), pour(0), pour(0)]).toEqual([1, 2, 3])
  expect(counters.level('a', 20_000)).toBeCloseTo(1)
  expect(counters.level('a', 90_000)).toBe(0)
  expect(pour(90_000)).toBe(1)
})

test('time that goes back drains nothing and adds nothing', () => {
  const counters = make()
  counters.pour('a', { drainSeconds: 1, nowMs: 10_000 })
  expect(counters.pour('a', { drainSeconds: 1, nowMs: 5000 })).toBe(2)
})

test('different values are told apart, and forgotten after their time', () => {
  const counters = make()
  const see = (value: string, nowMs: number) => counters.distinct('a', value, { windowMs: 60_000, nowMs })
  expect(see('x', 0)).toEqual({ size: 1, isNew: true })
  expect(see('y', 1000)).toEqual({ size: 2, isNew: true })
  expect(see('x', 2000)).toEqual({ size: 2, isNew: false })
  expect(see('x', 59_000)).toEqual({ size: 2, isNew: false })
  // The first quarter is over.
  expect(see('z', 61_000)).toEqual({ size: 2, isNew: true })
  expect(see('z', 125_000)).toEqual({ size: 1, isNew: true })
})

test('a set that is full stays full', () => {
  const counters = make()
  let size = 0
  for (let n = 0; n < 1500; n += 1) ({ size } = counters.distinct('a', `value ${n}`, { windowMs: 60_000, nowMs: 0 }))
  expect(size).toBe(1024)
})

test('events of a window are counted', () => {
  const counters = make()
  const count = (nowMs: number, amount = 1) => counters.count('a', { amount, windowMs: 60_000, nowMs })
  expect([count(0), count(1000, 5), count(46_000), count(70_000)]).toEqual([1, 6, 7, 2])
  expect(counters.counted('a', { windowMs: 60_000, nowMs: 70_000 })).toBe(2)
  expect(counters.counted('b', { windowMs: 60_000, nowMs: 70_000 })).toBe(0)
})
