import { expect, test } from 'vitest'
import { readReturn } from './return-from-elsewhere.ts'

const at = (search: string, pathname = '/dashboard') => ({ pathname, search })

test('a code counts only in the tab that began, and only where people are sent back to', () => {
  expect(readReturn(at('?code=abc'), true)).toEqual({ kind: 'code', code: 'abc' })
  expect(readReturn(at('?code=abc'), false)).toEqual({ kind: 'foreign' })
  expect(readReturn(at('?code=abc', '/login'), true)).toBeNull()
  expect(readReturn(at('?checkout=done'), true)).toBeNull()
})

test('a refusal says why, by the code of the service', () => {
  const refused = (code: string) =>
    readReturn(at(`?error=access_denied&error_code=${code}&error_description=Why`), true)
  expect(refused('provider_email_needs_verification')).toMatchObject({
    kind: 'refused',
    error: { code: 'elsewhere_unconfirmed', message: 'Why' },
  })
  expect(refused('signup_disabled')).toMatchObject({ error: { code: 'signup_closed' } })
  expect(refused('email_exists')).toMatchObject({ error: { code: 'user_already_exists' } })
  expect(refused('sign_in_way_required')).toMatchObject({ error: { code: 'sign_in_way_required' } })
  expect(refused('bad_oauth_callback')).toMatchObject({ error: { code: 'elsewhere_refused', message: 'Why' } })
})

test('a reason that this tab did not ask for is left alone, and a long one is cut', () => {
  expect(readReturn(at('?error=x&error_description=Call+0900'), false)).toBeNull()
  const back = readReturn(at(`?error=x&error_description=${'a'.repeat(5000)}`), true)
  expect(back?.kind === 'refused' && back.error.message.length).toBe(300)
})
