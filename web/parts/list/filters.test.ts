import { expect, test } from 'vitest'
import {
  aDay,
  anId,
  anyText,
  clearFilters,
  oneOf,
  queryOf,
  readFilters,
  rulesOf,
  startOfDay,
  withQuery,
  writeFilter,
} from './filters.ts'

const ID = '0b5c7d5e-1c1f-4d5e-9f2a-3b4c5d6e7f80'
const declared = { search: anyText(20), state: oneOf(['open', 'done']), owner: anId('none'), from: aDay }
const read = (query: string) => readFilters(declared, new URLSearchParams(query))

test('filters are read from the address, and what cannot be one filters nothing', () => {
  expect(read(`search=boat&state=done&owner=${ID}&from=2026-01-02`)).toEqual({
    search: 'boat',
    state: 'done',
    owner: ID,
    from: '2026-01-02',
  })
  expect(read('state=gone&owner=%27&from=soon')).toEqual({ search: '', state: '', owner: '', from: '' })
  expect(read('owner=none').owner).toBe('none')
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(20)
})

test('a view has the filters of the address and nothing else of it', () => {
  const address = new URLSearchParams('tab=board&page=3&state=open&search=a+%26+b&owner=&from=soon')
  const query = queryOf(declared, address)
  expect(query).toBe('search=a+%26+b&state=open')
  const opened = withQuery(declared, new URLSearchParams('tab=board&owner=none'), `${query}&tab=other&from=soon`)
  expect(opened.toString()).toBe('tab=board&search=a+%26+b&state=open')
})

test('only what filters goes to the server', () => {
  expect(rulesOf(read('search=+a+&state=open'))).toEqual({ search: 'a', state: 'open' })
  expect(rulesOf(read('search=+'))).toEqual({})
})

test('a filter is one part of the address; what else is there stays', () => {
  const written = writeFilter(new URLSearchParams('tab=board'), 'state', 'open')
  expect(written.toString()).toBe('tab=board&state=open')
  expect(writeFilter(written, 'state', '').toString()).toBe('tab=board')
  expect(clearFilters(declared, written).toString()).toBe('tab=board')
})

test('a day begins at midnight of the person, and its end is the next midnight', () => {
  expect(startOfDay('2026-01-31')).toBe(new Date(2026, 0, 31).toISOString())
  expect(startOfDay('2026-01-31', 1)).toBe(new Date(2026, 1, 1).toISOString())
  expect(startOfDay('')).toBeUndefined()
})
