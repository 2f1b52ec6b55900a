import fs from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { breakFrame, PAGE_FAULTS, type PageFault, PLANTED_AT } from './page-faults.ts'

const FAULTS = Object.entries(PAGE_FAULTS) as [PageFault, (typeof PAGE_FAULTS)[PageFault]][]
/** A run ends after two minutes, and may wait for its turn. */
const RUN_MS = 240_000
type Result = { id: string; status: string; error: string | null }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a page that is broken in one respect turns exactly the check of that red', async ({ page }) => {
  test.setTimeout(FAULTS.length * RUN_MS)
  page.on('framenavigated', (frame) => {
    // One that was closed meanwhile needs no fault.
    if (frame.parentFrame()) void frame.evaluate(breakFrame, PLANTED_AT).catch(() => undefined)
  })
  await openPreparedVault(page, server.url, {
    email: 'ada@example.org',
    password: 'a long and quiet sentence',
    firstName: 'Ada',
  })
  await openAdminPage(page, 'Comprehensive Test')
  for (const [id, { what, says }] of FAULTS) {
    await test.step(`${id}: ${what}`, async () => {
      await page.evaluate(([name, value]) => localStorage.setItem(name, value), [PLANTED_AT, id] as const)
      const looked = (await resultsOfRun(page)).filter((result) => FAULTS.some(([other]) => other === result.id))
      expect(looked.filter(({ status }) => status !== 'passed')).toMatchObject([{ id, status: 'failed' }])
      expect(looked.find((result) => result.id === id)?.error).toMatch(says)
    })
  }
})

async function resultsOfRun(page: Page): Promise<Result[]> {
  await page.getByRole('button', { name: /^Run all \d+$/ }).click()
  const done = page.getByText('Test Suite Completed')
  await expect(done).toBeVisible({ timeout: RUN_MS })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const { results } = JSON.parse(fs.readFileSync(await (await download).path(), 'utf8')) as { results: Result[] }
  // The next run says so again.
  await expect(done).toBeHidden()
  return results
}
