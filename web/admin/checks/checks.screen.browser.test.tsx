import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TestRun } from '#web/lib/remote/vault-client.ts'
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
