import { expect, test } from 'vitest'
import { typeTitles } from '#web/messages/audit/event-words.ts'
import { matchesSearch } from './matches-search.ts'

const finds = (type: string, search: string) => matchesSearch([...typeTitles(type), type], search)

test('a kind of event is found by its words on the screen and by its stored type', () => {
  expect(typeTitles('login.failed')).toEqual(['Sign-in failed'])
  expect(finds('login.failed', 'sign-in FAIL')).toBe(true)
  expect(finds('login.failed', 'failed sign-in')).toBe(true)
  expect(finds('login.failed', 'login.failed')).toBe(true)
  expect(finds('login.failed', 'password')).toBe(false)
  expect(finds('file_records.insert', 'file records')).toBe(true)
  expect(finds('file_records.update', 'restored')).toBe(true)
})

test('a kind that nobody named yet is shown by its type', () => {
  expect(typeTitles('sso_provider.made_new')).toEqual(['Sso provider made new'])
  expect(typeTitles('folders.delete')).toEqual(['Folder removed'])
})
