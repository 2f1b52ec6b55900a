import { expect, test } from 'vitest'
import { readMailLink } from './mail-link.ts'

test.each([
  ['#access_token=abc&token_type=bearer&type=signup', '', 'confirmed'],
  ['', '?confirmed', 'confirmed'],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', '', 'expired'],
  ['#error_code=otp_expired&type=signup', '', 'expired'],
  ['#main', '', null],
  ['', '?q=type=signup', null],
] as const)('fragment "%s" with query "%s" says %s', (hash, search, expected) => {
  expect(readMailLink({ hash, search })).toBe(expected)
})
