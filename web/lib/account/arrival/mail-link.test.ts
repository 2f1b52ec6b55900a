import { expect, test } from 'vitest'
import { linkSession, readMailLink, readRecoveryLink } from './mail-link.ts'

test.each([
  ['#access_token=abc&token_type=bearer&type=signup', '', 'confirmed'],
  ['', '?confirmed', 'confirmed'],
  ['#message=The+email+address+was+changed&sb=&type=email_change', '', 'email-changed'],
  ['#message=The+change+was+stopped&sb=&type=email_change_stop', '', 'email-change-stopped'],
  ['#message=Confirmation+link+accepted&sb=', '', 'half-confirmed'],
  ['#error=access_denied&error_code=otp_expired&type=email_change', '', 'expired'],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', '', 'expired'],
  ['#error_code=otp_expired&type=signup', '', 'expired'],
  ['#error_code=otp_expired&type=email_change_stop', '', 'too-late-to-stop'],
  ['#main', '', null],
  ['', '?q=type=signup', null],
] as const)('fragment "%s" with query "%s" says %s', (hash, search, expected) => {
  expect(readMailLink({ hash, search })).toBe(expected)
})

test.each([
  ['#access_token=a&refresh_token=r&type=recovery', { accessToken: 'a', refreshToken: 'r' }],
  ['#access_token=a&refresh_token=r&type=signup', null],
  ['#access_token=a&type=recovery', null],
  ['#error_code=otp_expired&type=recovery', 'expired'],
  ['', null],
] as const)('the recovery fragment "%s" gives %o', (hash, expected) => {
  expect(readRecoveryLink({ hash })).toEqual(expected)
})

test('the session of a confirmation link is found, that of a recovery link is left alone', () => {
  expect(linkSession({ hash: '#access_token=a&refresh_token=r&type=signup' })).toBe('a')
  expect(linkSession({ hash: '#access_token=a&refresh_token=r&type=recovery' })).toBeNull()
  expect(linkSession({ hash: '#access_token=a&refresh_token=r&type=email_change' })).toBe('a')
  expect(linkSession({ hash: '' })).toBeNull()
})
