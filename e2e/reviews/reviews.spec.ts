import { expect, test } from '@playwright/test'
import { expectAccessibleInEveryLook } from '../support/accessible.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an administrator makes a review, starts it, and closes it', async ({ page }) => {
  await openPreparedVault(page, server.url, {
    email: 'ada@example.org',
    password: 'a password of mine',
    firstName: 'Ada',
  })
  await page.evaluate(() => {
    history.pushState(null, '', '/admin/reviews')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('button', { name: 'New review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Every quarter')
  await dialog.getByRole('checkbox', { name: /Ada/ }).click()
  await expectAccessibleInEveryLook(page)
  await dialog.getByRole('button', { name: 'Make a draft' }).click()
  await page.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByRole('row', { name: /Ada/ }).first().getByText('Your own access')).toBeVisible()
  await expectAccessibleInEveryLook(page)
  await page.getByRole('button', { name: 'Close review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close review' }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'All reviews' }).click()
  await page.getByRole('tab', { name: 'Offboarding' }).click()
  await page.getByRole('button', { name: 'Offboard a person' }).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Person' })).toBeVisible()
})
