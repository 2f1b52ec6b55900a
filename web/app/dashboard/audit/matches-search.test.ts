import { expect, test } from 'vitest'
import { eventTitle } from '#web/messages/event-words.ts'
import { matchesSearch } from './matches-search.ts'

const finds = (type: string, search: string) => matchesSearch([eventTitle(type), type], search)

test('a kind of event is found by its words on the screen and by its stored type', () => {
  expect(eventTitle('login.failed')).toBe('Sign-in failed')
  expect(finds('login.failed', 'sign-in FAIL')).toBe(true)
  expect(finds('login.failed', 'failed sign-in')).toBe(true)
  expect(finds('login.failed', 'login.failed')).toBe(true)
  expect(finds('login.failed', 'password')).toBe(false)
  expect(finds('file_records.insert', 'file records')).toBe(true)
})

test('a kind that nobody named yet is shown by its type', () => {
  expect(eventTitle('sso_provider.made_new')).toBe('Sso provider made new')
  expect(eventTitle('folders.delete')).toBe('Folder removed')
})
