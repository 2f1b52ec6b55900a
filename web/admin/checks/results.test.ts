import { expect, test } from 'vitest'
import { CHECK_CATEGORIES } from '#contract/checks/checks.ts'
import type { TestNews, TestResult } from '#web/lib/remote/vault-client.ts'
import { countCategories, shownResults, withNews } from './results.ts'

const RUN: TestNews['run'] = {
  id: 'run',
  name: 'Comprehensive Test Suite',
  status: 'running',
  progress: 10,
  totalTests: 3,
  passedTests: 0,
  failedTests: 0,
  skippedTests: 0,
  startedAt: '2026-11-27T12:00:00.000Z',
  completedAt: null,
  cause: 'person',
  startedBy: null,
  version: '0',
  build: '0',
}
const result = (id: string, fields: Partial<TestResult> = {}): TestResult => ({
  id,
  name: id,
  category: 'database',
  status: 'passed',
  severity: 'low',
  error: null,
  reason: null,
  evidence: {},
  duration: 1,
  ...fields,
})
const RESULTS = [
  result('DB-01'),
  result('DB-02', { status: 'failed', severity: 'high' }),
  result('DB-03', { status: 'failed', severity: 'critical', error: 'two migrations are missing' }),
  result('MAIL-01', { category: 'email', status: 'skipped' }),
]
const NONE = { before: new Map(), nameOf: ({ name }: TestResult) => name }
const shown = (
  filter: Partial<Parameters<typeof shownResults>[1]>,
  beside: Parameters<typeof shownResults>[2] = NONE,
) => shownResults(RESULTS, { shown: 'all', category: null, search: '', ...filter }, beside).map(({ id }) => id)

test('news take the place of what was known of a check, and leave the others', () => {
  const known = { run: RUN, results: [result('DB-01', { status: 'running' }), result('DB-02')] }
  const run = { ...RUN, progress: 50 }
  const next = withNews(known, {
    run,
    results: [result('DB-03', { status: 'running' }), result('DB-01', { status: 'failed' })],
  })
  expect(next.run.progress).toBe(50)
  expect(next.results.map(({ id, status }) => [id, status])).toEqual([
    ['DB-01', 'failed'],
    ['DB-02', 'passed'],
    ['DB-03', 'running'],
  ])
})

test('what failed comes first, the gravest before the others', () => {
  expect(shown({})).toEqual(['DB-03', 'DB-02', 'MAIL-01', 'DB-01'])
})

test('a list is narrowed by state, category and words, those of the error included', () => {
  expect(shown({ shown: 'failed' })).toEqual(['DB-03', 'DB-02'])
  expect(shown({ category: 'email' })).toEqual(['MAIL-01'])
  expect(shown({ search: ' Missing ' })).toEqual(['DB-03'])
})

test('what changed is what another run found otherwise', () => {
  const before = new Map([['DB-01', 'failed'] as const, ['DB-02', 'failed'] as const])
  expect(shown({ shown: 'changed' }, { ...NONE, before })).toEqual(['DB-01'])
})

test('categories count what was skipped as neither passed nor failed', () => {
  expect(countCategories(RESULTS).filter(({ all }) => all > 0)).toEqual([
    { category: 'database', passed: 1, failed: 2, skipped: 0, all: 3 },
    { category: 'email', passed: 0, failed: 0, skipped: 1, all: 1 },
  ])
})

test('while a run is under way, categories count what it has not reached yet', () => {
  const counts = countCategories([result('DB-01')], CHECK_CATEGORIES)
  expect(counts.map(({ all }) => all)).toEqual([8, 12, 15, 6, 9, 5, 7, 10, 18])
  expect(counts.find(({ category }) => category === 'database')).toMatchObject({ passed: 1, failed: 0, skipped: 0 })
})

test('a run of some categories counts what it has not reached of those alone', () => {
  expect(countCategories([], ['email', 'docs']).map(({ all }) => all)).toEqual([0, 0, 0, 0, 0, 5, 7, 0, 0])
})
