import { expect, test } from 'vitest'
import { groupByFour } from './digit-groups.tsx'

test('a fingerprint is read in groups of four', () => {
  expect(groupByFour('a1b2c3d4e5')).toBe('a1b2 c3d4 e5')
})
