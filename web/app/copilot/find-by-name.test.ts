import { expect, test } from 'vitest'
import { findByName } from './find-by-name.ts'

const files = [
  'Rechnung-2026-03.pdf',
  'Mietvertrag Bergstraße.pdf',
  'IMG_2041.heic',
  'Q3 forecast.xlsx',
  'Minutes of 4 May.docx',
  'Salaries.csv',
  'holiday-plan.txt',
].map((name, id) => ({ id: String(id), name }))
const found = (question: string) => findByName(files, question).map(({ name }) => name)

test.each([
  ['Where is the invoice of March 2026?', 'Rechnung-2026-03.pdf'],
  ['show me my pictures', 'IMG_2041.heic'],
  ['the budget', 'Q3 forecast.xlsx'],
  ['notes of our meeting', 'Minutes of 4 May.docx'],
  ['payroll', 'Salaries.csv'],
  ['planning the vacation', 'holiday-plan.txt'],
  ['our lease', 'Mietvertrag Bergstraße.pdf'],
])('%s', (question, name) => {
  expect(found(question)[0]).toBe(name)
})

test.each(['', '   ', 'how do I find my files?', '???', 'quantum mechanics lecture'])(
  'nothing is found for "%s"',
  (question) => {
    expect(found(question)).toEqual([])
  },
)

test('a file that has all of what was asked comes before one that has half', () => {
  expect(found('holiday pictures')).toEqual(['IMG_2041.heic', 'holiday-plan.txt'])
  const both = findByName([...files, { id: 'x', name: 'holiday.jpg' }], 'holiday pictures')
  expect(both[0]?.name).toBe('holiday.jpg')
})
