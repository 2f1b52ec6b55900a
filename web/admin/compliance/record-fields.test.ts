import { expect, test } from 'vitest'
import { positionProblem, recordFields, untilProblem } from './record-fields.ts'

test('empty fields are nothing, and words lose the spaces around them', () => {
  const values = { name: ' SOC 2 ', description: '', issuer: ' ', from: '', until: '2027-01-31', position: '10' }
  expect(recordFields(values, { status: 'Certified', hasReport: true })).toEqual({
    name: 'SOC 2',
    description: '',
    recorded_status: 'Certified',
    issuer: null,
    valid_from: null,
    valid_until: '2027-01-31',
    report_available: true,
    position: 10,
  })
})

test('the last day is not before the first', () => {
  expect(untilProblem('2026-01-01', { from: '2026-01-02' })).not.toBeNull()
  expect(untilProblem('2026-01-02', { from: '2026-01-02' })).toBeNull()
  expect(untilProblem('', { from: '2026-01-02' })).toBeNull()
  expect(untilProblem('2026-01-01', { from: '' })).toBeNull()
})

test.each(['', '-1', '1.5', 'ten', '10000'])('%j is no place in the list', (position) => {
  expect(positionProblem(position)).not.toBeNull()
})

test('0 and 9999 are places in the list', () => {
  expect(positionProblem('0')).toBeNull()
  expect(positionProblem(' 9999 ')).toBeNull()
})
