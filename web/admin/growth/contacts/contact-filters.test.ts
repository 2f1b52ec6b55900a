import { expect, test } from 'vitest'
import { readFilters } from '#web/parts/list/filters.ts'
import { contactFilters, contactRules } from './contact-filters.ts'

const rules = (query: string) => contactRules(readFilters(contactFilters, new URLSearchParams(query)))

test('filters are read from the address, and what is none is left out', () => {
  expect(rules('search=ada&source=import&consent=maybe&tag=fair&from=2026-01-02&to=soon')).toEqual({
    search: 'ada',
    source: 'import',
    tag: 'fair',
    from: new Date(2026, 0, 2).toISOString(),
  })
})

test('the last day counts as a whole', () => {
  expect(rules('to=2026-01-31')).toEqual({ to: new Date(2026, 1, 1).toISOString() })
})
