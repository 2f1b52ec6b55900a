import { expect, test } from 'vitest'
import { csvLine, parseCsv } from '#contract/csv/csv.ts'
import { dealCells } from './deal-csv.ts'
import type { Deal } from './deals.list.ts'
import type { StageRow } from './pipeline.sql.ts'

const STAGE: StageRow = { id: 's', preset: 'proposal', name: null, kind: 'open', probability: 50 }
const AT = '2026-11-21T08:00:00.000Z'
const DEAL: Deal = {
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
  score: { points: 55, reasons: [] },
}
const NAMES = { stages: new Map([['s', STAGE]]), people: new Map([['p', 'Ada']]), currency: 'EUR' } as const
const cellsOf = (deal: Partial<Deal>, names: Partial<Parameters<typeof dealCells>[0]> = {}) => {
  const columns = Object.values(dealCells({ ...NAMES, ...names }))
  return parseCsv(csvLine(columns.map((cell) => cell({ ...DEAL, ...deal }, undefined))))[0]
}

test('a deal is a line with a cell for each column', () => {
  const cells = cellsOf({})
  expect(cells).toHaveLength(14)
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
