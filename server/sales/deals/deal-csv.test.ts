import { expect, test } from 'vitest'
import { parseCsv } from '#contract/csv/csv.ts'
import { csvDeal, csvColumns } from './deal-csv.ts'
import type { ScoredDeal, StageRow } from './deals.sql.ts'

const STAGE: StageRow = { id: 's', preset: 'proposal', name: null, kind: 'open', probability: 50 }
const AT = new Date('2026-11-21T08:00:00Z')
const DEAL: ScoredDeal = {
  id: 'd',
  stage_id: 's',
  title: 'A lake, with "boats"',
  contact_id: null,
  contact_name: '',
  contact_email: '',
  contact_company: '',
  amount_minor: 123_450,
  closes_on: '2026-12-01',
  owner_id: 'p',
  lost_reason: null,
  version: 1,
  stage_since: AT,
  created_at: AT,
  place: '',
  score: { points: 55, reasons: [] },
}
const NAMES = { stages: new Map([['s', STAGE]]), people: new Map([['p', 'Ada']]), currency: 'EUR' } as const
const cellsOf = (deal: Partial<ScoredDeal>, names: Partial<Parameters<typeof csvDeal>[1]> = {}) =>
  parseCsv(csvDeal({ ...DEAL, ...deal }, { ...NAMES, ...names }))[0]

test('a deal is a line with a cell for each column', () => {
  const [head] = parseCsv(csvColumns().slice(1))
  const cells = cellsOf({})
  expect(cells).toHaveLength(head?.length ?? 0)
  expect(cells?.slice(0, 7)).toEqual(['A lake, with "boats"', 'Proposal', '50', '1234.50', 'EUR', '2026-12-01', 'Ada'])
  expect(cells?.[10]).toBe('55')
})

test('what is not known is empty, and a stage has the name that somebody gave it', () => {
  const stages = new Map([['s', { ...STAGE, name: 'Talks' }]])
  const cells = cellsOf({ amount_minor: null, closes_on: null, owner_id: 'gone', score: null }, { stages })
  expect(cells?.slice(1, 7)).toEqual(['Talks', '50', '', 'EUR', '', ''])
  expect(cells?.[10]).toBe('')
})

test('a text that a spreadsheet would run begins with an apostrophe', () => {
  const cells = cellsOf({ title: '=1+1', contact_company: '@SUM(A1)', lost_reason: '-2' })
  expect([cells?.[0], cells?.[9], cells?.[11]]).toEqual(["'=1+1", "'@SUM(A1)", "'-2"])
})
