import { expect, test } from 'vitest'
import { isFound } from './shared-section.tsx'

test('a search finds any part of a name in any case, and nothing hides while none is typed', () => {
  expect(isFound('Clinical Trial.pdf', ' trial ')).toBe(true)
  expect(isFound('Clinical Trial.pdf', 'payroll')).toBe(false)
  expect(isFound(null, 'trial')).toBe(false)
  expect(isFound(null, ' ')).toBe(true)
})
