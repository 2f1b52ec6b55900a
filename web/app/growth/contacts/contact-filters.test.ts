import { expect, test } from 'vitest'
import { clearFilters, readFilters, rulesOf, writeFilter } from './contact-filters.ts'

test('filters are read from the address, and what is none is left out', () => {
  const filters = readFilters(
    new URLSearchParams('search=ada&source=import&consent=maybe&tag=fair&from=2026-01-02&to=soon'),
  )
  expect(filters).toEqual({ search: 'ada', source: 'import', consent: '', tag: 'fair', from: '2026-01-02', to: '' })
  expect(rulesOf(filters)).toEqual({
    search: 'ada',
    source: 'import',
    tag: 'fair',
    from: new Date(2026, 0, 2).toISOString(),
  })
})

test('the last day counts as a whole', () => {
  expect(rulesOf(readFilters(new URLSearchParams('to=2026-01-31')))).toEqual({ to: new Date(2026, 1, 1).toISOString() })
})

test('a filter is written and taken away; others of the address stay', () => {
  const written = writeFilter(new URLSearchParams('tab=contacts'), 'tag', 'fair')
  expect(written.toString()).toBe('tab=contacts&tag=fair')
  expect(writeFilter(written, 'tag', '').toString()).toBe('tab=contacts')
  expect(clearFilters(written).toString()).toBe('tab=contacts')
})
