import { expect, test } from 'vitest'
import { endWords } from './enforcement-words.ts'

const NOW = new Date('2026-11-26T20:00:00Z')
const enforcement = (more: object) => ({
  id: '1',
  action: 'freeze',
  subject: 'person 1',
  userId: null,
  createdAt: '2026-11-26T19:00:00Z',
  until: null,
  liftedAt: null,
  liftedHow: null,
  ...more,
})

test('how something ends, or how it ended', () => {
  expect(endWords(enforcement({}), NOW)).toBe('until its person confirms')
  expect(endWords(enforcement({ action: 'pause' }), NOW)).toBe('until it is lifted')
  expect(endWords(enforcement({ until: '2026-11-26T21:00:00Z' }), NOW)).toMatch(/^until November 26, 2026/)
  expect(endWords(enforcement({ until: '2026-11-26T19:30:00Z' }), NOW)).toBe('over')
  const lifted = { until: '2026-11-26T21:00:00Z', liftedAt: '2026-11-26T19:30:00Z' }
  expect(endWords(enforcement({ ...lifted, liftedHow: 'code' }), NOW)).toBe('lifted by a mailed code')
  expect(endWords(enforcement({ ...lifted, liftedHow: 'a way of tomorrow' }), NOW)).toBe('over')
})
