import { expect, test } from 'vitest'
import { storageLevel } from './storage.queries.ts'

const at = (usedBytes: number, limitBytes: number | null) => storageLevel({ usedBytes, limitBytes })

test('without a limit there is nothing to fill', () => {
  expect(at(1e12, null)).toEqual({ part: null, level: 'normal' })
})

test('asks for attention from 80 %, and is full at the limit and above', () => {
  expect(at(0, 100)).toEqual({ part: 0, level: 'normal' })
  expect(at(79, 100)).toEqual({ part: 0.79, level: 'normal' })
  expect(at(80, 100)).toEqual({ part: 0.8, level: 'nearly-full' })
  expect(at(99, 100)).toEqual({ part: 0.99, level: 'nearly-full' })
  expect(at(100, 100)).toEqual({ part: 1, level: 'full' })
  expect(at(250, 100)).toEqual({ part: 1, level: 'full' })
})

test('a limit of nothing is full', () => {
  expect(at(0, 0)).toEqual({ part: 1, level: 'full' })
})
