import { expect, test } from 'vitest'
import { sampleFiles } from '#web/dev/sample-files.ts'
import { isNameTaken } from './is-name-taken.ts'

const [first, second] = sampleFiles(2)
if (!first || !second) throw new Error('two samples are needed')
const there = [
  { ...first, name: 'Caf\u00e9.pdf' },
  { ...second, name: 'Other.pdf' },
]

test('a name is taken by what is there, however it is written, but not by what is renamed', () => {
  expect(isNameTaken('Cafe\u0301.pdf', there)).toBe(true)
  expect(isNameTaken(' Other.pdf ', there)).toBe(true)
  expect(isNameTaken('Other.pdf', there, there[1])).toBe(false)
  expect(isNameTaken('other.pdf', there)).toBe(false)
})
