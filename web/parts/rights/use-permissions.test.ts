import { expect, test } from 'vitest'
import { isAdmitted } from './use-permissions.ts'

test('any of the roles opens, or all of them where that is asked', () => {
  expect(isAdmitted(['viewer', 'admin'], ['admin', 'security_admin'], false)).toBe(true)
  expect(isAdmitted(['viewer', 'admin'], ['admin', 'security_admin'], true)).toBe(false)
  expect(isAdmitted(['security_admin', 'admin'], ['admin', 'security_admin'], true)).toBe(true)
  expect(isAdmitted([], ['admin'], false)).toBe(false)
})
