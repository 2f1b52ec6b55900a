import { expect, test } from 'vitest'
import { drawPositions, isWordAt } from './recovery-quiz.ts'

const words = ['abandon', 'ability', 'able']

test('positions are different, ascending and within the list', () => {
  const positions = drawPositions(24, 3, (target) => target.set([23, 23, 0]))

  expect(positions).toEqual([1, 2, 24])
})

test('every position can be drawn', () => {
  const seen = new Set(Array.from({ length: 24 }, (_, at) => drawPositions(24, 1, (target) => target.set([at]))[0]))

  expect(seen.size).toBe(24)
})

test('case and surrounding spaces of an answer do not matter, its position does', () => {
  expect(isWordAt(words, 2, ' Ability ')).toBe(true)
  expect(isWordAt(words, 1, 'ability')).toBe(false)
  expect(isWordAt(words, 2, '')).toBe(false)
  expect(isWordAt(words, 4, 'able')).toBe(false)
})
