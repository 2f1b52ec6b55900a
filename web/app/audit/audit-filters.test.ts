import { expect, test } from 'vitest'
import { auditFilterOf, auditFilters, readPage, withPage, matchesSearch, wordsOf } from './audit-filters.ts'
import { readFilters } from '#web/parts/list/filters.ts'
import { typeTitles } from '#web/messages/audit/event-words.ts'

const place = { createdAt: '2026-11-21T09:45:06.123456+00:00', id: '0196f3c2-0000-7000-8000-000000000001' }

test('a page survives the address with its microseconds and its plus sign', () => {
  const address = new URLSearchParams(withPage(new URLSearchParams(), { number: 2, older: place }).toString())
  expect(readPage(address)).toEqual({ number: 2, older: place })
  expect(readPage(withPage(new URLSearchParams(), { number: 2, newer: place }))).toEqual({ number: 2, newer: place })
})

test.each(['page=2', 'page=2&older=x', 'page=0&older=a~b', 'page=1.5', 'page=x', ''])(
  '%j is the first page',
  (text) => {
    expect(readPage(new URLSearchParams(text))).toEqual({ number: 1 })
  },
)

test('values that cannot be a person or a day filter nothing', () => {
  const values = readFilters(auditFilters, new URLSearchParams('actor=eq.x&from=yesterday&to=2026-13'))
  expect(values).toMatchObject({ actor: '', from: '', to: '' })
})

test('the last day counts until its end, where the person is', () => {
  const days = { search: '', category: '', risk: '', actor: '', from: '2026-11-20', to: '2026-11-21' }
  const filter = auditFilterOf(days)
  expect(filter.since).toBe(new Date(2026, 10, 20).toISOString())
  expect(filter.until).toBe(new Date(2026, 10, 22).toISOString())
})

test('a search holds what its words mean, and then nothing is folded away', () => {
  const values = { search: 'login', category: 'auth', risk: '', actor: '', from: '', to: '' }
  const words = [{ types: ['login.failed'], statuses: [], userIds: [] }]
  expect(auditFilterOf(values, { words, about: undefined })).toMatchObject({ words, category: 'auth' })
  expect(auditFilterOf(values, { words, about: undefined })).not.toHaveProperty('consequences')
  expect(auditFilterOf(values)).toMatchObject({ consequences: 'hidden' })
})

test('an id in a search is what the events are about', () => {
  const id = '0196F3C2-0000-7000-8000-000000000001'
  expect(wordsOf(` bob@acme  ${id} `)).toEqual({ words: ['bob@acme'], about: id.toLowerCase() })
  expect(wordsOf('')).toEqual({ words: [], about: undefined })
})

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
