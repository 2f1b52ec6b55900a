import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CheckCategory } from '#contract/checks/checks.ts'
import type { TestResult, TestRun } from '#web/lib/remote/vault-client.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'

const RUN: TestRun = {
  id: 'a',
  name: 'A run',
  status: 'running',
  progress: 40,
  totalTests: 90,
  passedTests: 30,
  failedTests: 0,
  skippedTests: 6,
  startedAt: '2026-11-30T10:57:00Z',
  completedAt: null,
  cause: 'person',
  startedBy: 'ada@example.test',
  version: '0.2.0',
  build: 'c0ffee',
}
const ENDED: TestRun = {
  ...RUN,
  status: 'completed',
  progress: 100,
  passedTests: 84,
  completedAt: '2026-11-30T10:57:40Z',
}
const toast = page.getByText('Test Suite Completed')

/** A server whose list learns that the run has ended when somebody switches the nightly run on. */
async function mountRun(follow: (hear: () => void) => Promise<void>) {
  let run = RUN
  let isNightly = false
  await mountScreen('/admin/comprehensive-test', {
    roles: { list: async () => ['admin' as const], isOfOperator: async () => true },
    team: { overview: async () => Promise.reject(new Error('not asked about')) },
    checks: {
      list: async () => ({ runs: [run], isNightly, hasMore: false }),
      read: async () => ({ run, results: [] }),
      follow: async (_id, hear) =>
        follow(() => {
          run = ENDED
          hear({ run, results: [] })
        }),
      setNightly: async (wanted) => {
        isNightly = wanted
        run = ENDED
      },
    },
  })
}

test('the end of a run is said where the list learns of it before the run that is followed', async () => {
  await mountRun(() => new Promise(() => undefined))
  await expect.element(page.getByRole('button', { name: 'Run all 90' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Run each night' }).click()
  await expect.element(toast).toBeVisible()
  expect(toast.elements()).toHaveLength(1)
})

test('the end of a run that is followed is said once', async () => {
  await mountRun(async (hear) => hear())
  await expect.element(toast).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Run all 90' })).toBeEnabled()
  expect(toast.elements()).toHaveLength(1)
})

test('the end of a run is said to the person who began it, on whichever page they are by then', async () => {
  let hear: (status: TestRun) => void = () => undefined
  await mountScreen('/admin/overview', {
    roles: { list: async () => ['admin' as const], isOfOperator: async () => true },
    team: {
      overview: async () => Promise.reject(new Error('not asked about')),
      health: async () => ({ checkedAt: null, services: [] }),
      waits: async () => ({}) as never,
      probeDatabase: async () => undefined,
    },
    audit: { list: async () => [], people: async () => [] },
    checks: {
      start: async () => RUN,
      leaveToFrame: async () => Promise.reject(new Error('not asked about')),
      answer: async () => undefined,
      list: async () => ({ runs: [RUN], isNightly: false, hasMore: false }),
      read: async () => ({ run: RUN, results: [] }),
      follow: (_id, onNews) =>
        new Promise(() => {
          const before = hear
          hear = (run) => {
            before(run)
            onNews({ run, results: [] })
          }
        }),
    },
  })
  await page.getByRole('button', { name: 'Run Comprehensive Test' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Comprehensive Test' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  hear(ENDED)
  await expect.element(toast).toBeVisible()
  expect(toast.elements()).toHaveLength(1)
})

const found = (id: string, status: TestResult['status'], evidence = {}): TestResult => ({
  id,
  name: id,
  category: 'database',
  status,
  severity: 'high',
  error: status === 'failed' ? 'Three tables are open, and 1 more' : null,
  reason: null,
  evidence,
  duration: 5,
})
const NEWEST: TestRun = { ...ENDED, id: 'newest', passedTests: 1, failedTests: 1, skippedTests: 0 }
const OLDER: TestRun = { ...ENDED, id: 'older', startedAt: '2026-11-29T10:57:00Z', passedTests: 2, failedTests: 0 }
const OLDEST: TestRun = { ...ENDED, id: 'oldest', startedAt: '2026-11-28T10:57:00Z', passedTests: 0, failedTests: 2 }
const RESULTS: Record<string, TestResult[]> = {
  newest: [found('DB-01', 'failed', { tables: 4, found: ['one', 'two', 'three', 'four'] }), found('DB-02', 'passed')],
  older: [found('DB-01', 'passed'), found('DB-02', 'passed')],
  oldest: [found('DB-01', 'failed'), found('DB-02', 'failed')],
}

/** Three runs that have ended. @returns the categories of runs that were begun */
async function mountRuns(address: string): Promise<(readonly CheckCategory[])[]> {
  const begun: (readonly CheckCategory[])[] = []
  const runs = [NEWEST, OLDER, OLDEST]
  await mountScreen(address, {
    roles: { list: async () => ['admin' as const], isOfOperator: async () => true },
    team: { overview: async () => Promise.reject(new Error('not asked about')) },
    checks: {
      list: async () => ({ runs, isNightly: false, hasMore: false }),
      read: async (id) => ({ run: runs.find((one) => one.id === id) ?? NEWEST, results: RESULTS[id] ?? [] }),
      start: async (categories = []) => {
        begun.push(categories)
        throw new Error('enough is known')
      },
    },
  })
  return begun
}

test('a category is run alone, and all that a check found unfolds in its row', async () => {
  const begun = await mountRuns('/admin/comprehensive-test?category=database')
  await expect.element(page.getByRole('button', { name: /^Email not in this run/ })).toBeVisible()
  await userEvent.click(page.getByText('found, 4'))
  await expect.element(page.getByText('four', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Run Database alone' }))
  await expect.poll(() => begun).toEqual([['database']])
  await userEvent.click(page.getByRole('button', { name: 'Run all 90' }))
  await expect.poll(() => begun).toEqual([['database'], []])
})

test('a run is compared with the one before it, or with another that is chosen', async () => {
  await mountRuns('/admin/comprehensive-test')
  await expect.element(page.getByText('Changed 1')).toBeVisible()
  await page.getByRole('combobox', { name: 'Compared with' }).selectOptions('oldest')
  await expect.element(page.getByText('was failed in the other run')).toBeVisible()
  await expect.element(page.getByText('compared with: 0 passed, 2 failed, 6 skipped')).toBeVisible()
})

test('an address of a run that is no longer kept says so, and others can be chosen', async () => {
  await mountRuns('/admin/comprehensive-test?run=forgotten')
  await expect.element(page.getByText('This run is not kept any longer').last()).toBeVisible()
  await page.getByRole('combobox', { name: 'Run shown' }).selectOptions('older')
  await expect.element(page.getByText('2 of 2')).toBeVisible()
})
