import { expect, test } from 'vitest'
import { canEditSpace, canManageSpace, SPACE_ROLES } from './space-roles.ts'

test.each([
  ['manager', true, true],
  ['editor', true, false],
  ['viewer', false, false],
] as const)('a %s may change files: %s, and members: %s', (role, edits, manages) => {
  expect(SPACE_ROLES).toContain(role)
  expect([canEditSpace(role), canManageSpace(role)]).toEqual([edits, manages])
})
