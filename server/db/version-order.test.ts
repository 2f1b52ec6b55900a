import { expect, test } from 'vitest'
import { isOlderVersion } from './version-order.ts'

const ORDER = [
  '0.2.0',
  '0.10.0-alpha',
  '0.10.0-alpha.1',
  '0.10.0-alpha.beta',
  '0.10.0-beta.2',
  '0.10.0-beta.11',
  '0.10.0-rc-2.1',
  '0.10.0',
  '0.10.1',
  '1.0.0',
]

test('versions are in the order of semver.org', () => {
  for (const [at, one] of ORDER.entries())
    for (const [otherAt, other] of ORDER.entries())
      expect(isOlderVersion(one, other), `${one} before ${other}`).toBe(at < otherAt)
})

test('a build does not count', () => {
  expect(isOlderVersion('1.0.0+1', '1.0.0+2')).toBe(false)
  expect(isOlderVersion('1.0.0-a+2', '1.0.0+a-1')).toBe(true)
})
