import { expect, test } from 'vitest'
import type { SiteFinding } from '#web/lib/remote/vault-client.ts'
import { countsByLevel, findingsByRule, findingsCsv } from './findings-by-rule.ts'

const finding = (rule: SiteFinding['rule'], path: string, more: Partial<SiteFinding> = {}): SiteFinding => ({
  rule,
  path,
  detail: '',
  is_new: false,
  ...more,
})

test('what matters most comes first, with how much of it is new', () => {
  const found = findingsByRule([
    finding('title_length', '/a'),
    finding('no_description', '/a'),
    finding('dead_link', '/a', { detail: '/gone', is_new: true }),
    finding('dead_link', '/b', { detail: '/gone' }),
  ])
  expect(found.map(({ rule, findings, added }) => [rule, findings.length, added])).toEqual([
    ['dead_link', 2, 1],
    ['no_description', 1, 0],
    ['title_length', 1, 0],
  ])
})

test('counts of rules are summed by level', () => {
  expect(countsByLevel({ counts: { dead_link: 2, no_title: 1, same_title: 4, no_preview: 5 } })).toEqual([3, 4, 5])
})

test('an address that looks like a formula is text in the exported file', () => {
  const csv = findingsCsv([finding('dead_link', '/a', { detail: '=HYPERLINK("x")', is_new: true })])
  expect(csv.split('\r\n')[1]).toBe(`Error,A link leads nowhere,/a,"'=HYPERLINK(""x"")",New`)
})
