import { expect, test } from 'vitest'
import { isNameTaken } from './is-name-taken.ts'

const there = [{ name: 'Caf\u00e9.pdf' }, { name: 'Other.pdf' }]

test('a name is taken by what is there, however it is written, but not by what is renamed', () => {
  expect(isNameTaken('Cafe\u0301.pdf', there)).toBe(true)
  expect(isNameTaken(' Other.pdf ', there)).toBe(true)
  expect(isNameTaken('Other.pdf', there, there[1])).toBe(false)
  expect(isNameTaken('other.pdf', there)).toBe(false)
})
