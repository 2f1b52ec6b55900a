import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import {
  type FailedTest,
  type Results,
  describeFailure,
  describeUnrun,
  filesToRunAgain,
  readExit,
  readPlaywright,
  readVitest,
  withRunAgain,
} from './test-results.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'test-results-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function write(name: string, report: unknown): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, JSON.stringify(report))
  return file
}

test('a failed test of Vitest is named with the beginning of its message', () => {
  const file = write('vitest.json', {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: '/project/test/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'holds', status: 'passed', duration: 5 },
          {
            fullName: 'breaks',
            status: 'failed',
            duration: 7,
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n at x'],
          },
        ],
      },
    ],
  })
  const results = readVitest(file, '/project', 1)
  expect(results).toMatchObject({ passed: 1, failed: 1 })
  expect(results.failures.map(describeFailure)).toEqual(['test/a.test.ts  breaks\n    expected 1\n     at x'])
})

test('a file of Vitest that cannot be loaded is one failure, named after the file', () => {
  const file = write('broken.json', {
    numPassedTests: 4,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: '/project/test/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  const results = readVitest(file, '/project', 1)
  expect(results.failed).toBe(1)
  expect(results.failures).toEqual([{ file: 'test/b.test.ts', title: 'the file', message: 'no such module' }])
})

test('a failed test of Playwright is named, and one that passed only at its second attempt as well', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'site.spec.ts',
    tests: [{ status, results: [{ duration: 10, ...(message && { error: { message } }) }] }],
  })
  const file = write('playwright.json', {
    config: { rootDir: '/project/e2e' },
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      { specs: [spec('works', 'expected')], suites: [{ specs: [spec('breaks', 'unexpected', 'not visible')] }] },
      { specs: [spec('wavers', 'flaky', 'too slow')] },
    ],
  })
  const results = readPlaywright(file, '/project', 1)
  expect(results).toMatchObject({ passed: 1, failed: 2 })
  expect(results.failures.map(({ title, file: at }) => `${at} ${title}`).toSorted()).toEqual([
    'e2e/site.spec.ts breaks',
    'e2e/site.spec.ts wavers',
  ])
})

test('a test that did not run is named with its reason', () => {
  const file = write('not-run.json', {
    config: { rootDir: '/project/e2e' },
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 1 },
    suites: [
      {
        specs: [
          { title: 'runs', file: 'a.spec.ts', tests: [{ status: 'expected', results: [] }] },
          {
            title: 'opens it',
            file: 'a.spec.ts',
            tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'no python3' }], results: [] }],
          },
        ],
      },
    ],
  })
  const playwright = readPlaywright(file, '/project', 0)
  expect(playwright).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
  expect(playwright.unrun.map(describeUnrun)).toEqual(['e2e/a.spec.ts  opens it: no python3'])

  const vitest = write('not-run-vitest.json', {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: '/project/b.test.ts',
        status: 'passed',
        assertionResults: [
          { fullName: 'later', status: 'skipped', meta: {} },
          { fullName: 'opens it', status: 'skipped', meta: needs(false, 'Python').meta },
        ],
      },
    ],
  })
  const { unrun } = readVitest(vitest, '/project', 0)
  expect(unrun.map(describeUnrun)).toEqual(['b.test.ts  later: no reason given', 'b.test.ts  opens it: needs Python'])
})

test('a part without a report, or with nothing run, has failed', () => {
  expect(readVitest(path.join(folder, 'missing.json'), '/project', 1).failed).toBe(1)
  expect(readPlaywright(path.join(folder, 'missing.json'), '/project', 0).failed).toBe(1)
  expect(readExit(0)).toMatchObject({ passed: 1, failed: 0 })
  expect(readExit(2)).toMatchObject({ passed: 0, failed: 1 })
})

const timed = (file: string, title: string, passed: boolean) => ({ file, title, passed, seconds: 1 })
const failure = (file: string, title: string): FailedTest => ({ file, title, message: 'too slow' })
const firstRun: Results = {
  passed: 2,
  failed: 2,
  skipped: 1,
  tests: [
    timed('a.test.ts', 'holds', true),
    timed('b.test.ts', 'waits', false),
    timed('b.test.ts', 'breaks', false),
    timed('b.test.ts', 'works', true),
    timed('b.test.ts', 'follows', false),
  ],
  failures: [failure('b.test.ts', 'waits'), failure('b.test.ts', 'breaks')],
  unrun: [{ file: 'b.test.ts', title: 'follows', reason: '' }],
}

test('a file that ran again counts by its second results, and what recovered keeps its first failure', () => {
  const second: Results = {
    passed: 3,
    failed: 1,
    skipped: 0,
    tests: [
      timed('b.test.ts', 'waits', true),
      timed('b.test.ts', 'breaks', false),
      timed('b.test.ts', 'works', true),
      timed('b.test.ts', 'follows', true),
    ],
    failures: [failure('b.test.ts', 'breaks')],
    unrun: [],
  }
  const results = withRunAgain(firstRun, second, filesToRunAgain(firstRun))
  expect(results).toMatchObject({ passed: 4, failed: 1, skipped: 0, unrun: [] })
  expect(results.tests.map(({ title }) => title)).toEqual(['holds', 'waits', 'breaks', 'works', 'follows'])
  expect(results.failures).toEqual([failure('b.test.ts', 'breaks')])
  expect(results.unsteady).toEqual([failure('b.test.ts', 'waits')])
})

test('a second run that breaks down recovers nothing', () => {
  const second: Results = { passed: 0, failed: 1, skipped: 0, tests: [], failures: [], unrun: [] }
  expect(withRunAgain(firstRun, second, ['b.test.ts'])).toMatchObject({ passed: 1, failed: 1, unsteady: [] })
})

test('what fails twice and passes then is unsteady too, with its first error', () => {
  const files = ['b.test.ts']
  const both = [
    timed('b.test.ts', 'waits', false),
    timed('b.test.ts', 'breaks', true),
    timed('b.test.ts', 'works', true),
  ]
  const other = { ...failure('b.test.ts', 'waits'), message: 'another one' }
  const second = withRunAgain(
    firstRun,
    { passed: 2, failed: 1, skipped: 0, tests: both, failures: [other], unrun: [] },
    files,
  )
  expect(second.failures).toEqual([failure('b.test.ts', 'waits')])
  const passed = both.map((one) => ({ ...one, passed: true }))
  const third = withRunAgain(
    second,
    { passed: 3, failed: 0, skipped: 0, tests: passed, failures: [], unrun: [] },
    files,
  )
  expect(third).toMatchObject({ passed: 4, failed: 0 })
  expect(third.unsteady).toEqual([failure('b.test.ts', 'breaks'), failure('b.test.ts', 'waits')])
})

test('nothing runs again where many files failed, or something outside of any file', () => {
  expect(filesToRunAgain(firstRun)).toEqual(['b.test.ts'])
  expect(filesToRunAgain({ ...firstRun, failed: 3 })).toEqual([])
  const failures = Array.from({ length: 9 }, (_, index) => failure(`${index}.test.ts`, 'breaks'))
  expect(filesToRunAgain({ ...firstRun, failed: 9, failures })).toEqual([])
})
