import { expect, test } from 'vitest'
import { companyProblem, personNameProblem } from './person-name.tsx'

test.each([
  ['Ada', null],
  [' Ada ', null],
  ['a'.repeat(100), null],
  ['\u{1f600}'.repeat(100), null],
  ['   ', 'Enter a name; spaces alone are not enough.'],
  ['a'.repeat(101), 'This is too long: 100 characters at most.'],
])('%j as a first or last name: %s', (name, problem) => {
  expect(personNameProblem(name)).toBe(problem)
})

test('a company may be left out, but is not longer either', () => {
  expect(companyProblem('  ')).toBeNull()
  expect(companyProblem('a'.repeat(101))).toContain('too long')
})
