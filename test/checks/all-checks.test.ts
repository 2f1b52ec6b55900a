import { expect, test } from 'vitest'
import { CHECK_IDS } from '#contract/checks/checks.ts'
import { ALL_CHECKS } from '#server/checks/all-checks.ts'

test('every check that is named is made', () => {
  expect(ALL_CHECKS.map(([id]) => id)).toEqual(CHECK_IDS)
})
