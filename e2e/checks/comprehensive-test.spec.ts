import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a long and quiet sentence'
/** By id. SEC-02 and SEC-12 are looked at in part. */
const BY_BROWSER = ['MOB-02', 'MOB-03', 'MOB-04', 'MOB-05', 'NAV-07']
type Posted = { id: string; status: string }
/** What Chromium says where the test tries that text is not taken for markup. */
const REFUSED_MARKUP = `This document requires 'TrustedHTML' assignment`
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an owner runs the comprehensive test, sees each result as it is found, narrows them and exports them', async ({
  page,
}) => {
  const problems = watchPage(page)
  const posted: Posted[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/browser')) posted.push(...(request.postDataJSON() as { results: Posted[] }).results)
  })
  await openPreparedVault(page, server.url, { email: 'ada@example.org', password, firstName: 'Ada' })
  await openAdminPage(page, 'Comprehensive Test')
  await expect(page.getByText('It has not run yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: /^Run all \d+$/ }).click()
  await expect(page.getByText('Test Suite Started')).toBeVisible()
  await expect(page.getByText('Test Suite Completed')).toBeVisible({ timeout: 120_000 })
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByRole('row', { name: /DB-01/ })).toContainText('Answers quickly')
  await expectAccessibleEverywhere(page)

  await page
    .getByRole('region', { name: 'Categories' })
    .getByRole('button', { name: /Database/ })
    .click()
  await expect(page).toHaveURL(/category=database/)
  await results.getByRole('searchbox').fill('no such check')
  await expect(results).toContainText('No check is in this list')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^test-results-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as {
    results: { id: string; status: string; error: string | null; reason: string | null }[]
    signature: string
  }
  expect(exported.results.map(({ id }) => id)).toContain('DB-01')
  // The page that started the run looked at others. How quick the first one is says nothing on a machine that tests.
  const looked = exported.results.filter(({ id }) => BY_BROWSER.includes(id))
  expect(looked.map(({ id, status, error, reason }) => [id, status, error ?? reason])).toEqual(
    BY_BROWSER.map((id) => [id, 'passed', null]),
  )
  expect(posted.filter(({ id }) => id.startsWith('SEC-'))).toMatchObject([
    { id: 'SEC-02', status: 'passed' },
    { id: 'SEC-12', status: 'passed' },
  ])
  expect(exported.results.find(({ id }) => id === 'MOB-06')).toMatchObject({ reason: null })
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(exported.signature).toMatch(/^eyJ/)
  await expect(page.getByText('Results Exported')).toBeVisible()
  expect(problems.filter((problem) => !problem.includes(REFUSED_MARKUP))).toEqual([])
})
