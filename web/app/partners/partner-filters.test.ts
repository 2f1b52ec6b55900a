import { expect, test } from 'vitest'
import { clearFilters, readFilters, rulesOf, writeFilter } from './partner-filters.ts'

const TIER = '00000000-0000-4000-8000-000000000001'
const read = (query: string) => rulesOf(readFilters(new URLSearchParams(query)))

test('the address says what is filtered, and nonsense in it filters nothing', () => {
  expect(read(`search= acme &state=paused&tier=${TIER}`)).toEqual({ search: 'acme', state: 'paused', tier: TIER })
  expect(read('search=%20&state=gone&tier=1')).toEqual({})
})

test('a filter is one part of the address; what else is there stays', () => {
  const set = writeFilter(new URLSearchParams('partner=1'), 'state', 'active')
  expect(set.toString()).toBe('partner=1&state=active')
  expect(writeFilter(set, 'state', '').toString()).toBe('partner=1')
  expect(clearFilters(set).toString()).toBe('partner=1')
})
