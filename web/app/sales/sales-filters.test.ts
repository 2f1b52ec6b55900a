import { expect, test } from 'vitest'
import { clearFilters, readFilters, rulesOf, writeFilter } from './sales-filters.ts'

const ID = '0b5c7d5e-1c1f-4d5e-9f2a-3b4c5d6e7f80'
const of = (query: string) => readFilters(new URLSearchParams(query))

test('filters are read from the address, and what cannot be one is left out', () => {
  expect(of(`search=boat&owner=${ID}&stage=${ID}`)).toEqual({ search: 'boat', owner: ID, stage: ID })
  expect(of('owner=none&stage=none')).toEqual({ search: '', owner: 'none', stage: '' })
  expect(of(`owner=x&stage=%27`)).toEqual({ search: '', owner: '', stage: '' })
  expect(of(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('only what filters goes to the server', () => {
  expect(rulesOf(of('search=+&owner=none'))).toEqual({ owner: 'none' })
  expect(rulesOf(of(''))).toEqual({})
})

test('a filter is written beside what else the address has, and all are taken away at once', () => {
  const written = writeFilter(new URLSearchParams('tab=board&search=a'), 'owner', 'none')
  expect(written.toString()).toBe('tab=board&search=a&owner=none')
  expect(writeFilter(written, 'search', '').toString()).toBe('tab=board&owner=none')
  expect(clearFilters(written).toString()).toBe('tab=board')
})
