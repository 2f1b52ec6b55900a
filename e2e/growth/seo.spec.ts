import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('who runs the server crawls the public site, and leads an old address to a new one', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await openAdminPage(page, 'SEO')
  await expect(page.getByText('Not crawled yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('a crawl shows what it found and the pages that it looked at', async () => {
    await page.getByRole('button', { name: 'Crawl the site' }).click()
    await expect(page.getByText(/^\d+ errors?, \d+ warnings?, \d+ hints?$/)).toBeVisible({ timeout: 60_000 })
    await page.getByRole('tab', { name: 'Pages' }).click()
    const pages = page.getByRole('table', { name: 'Pages of this crawl' })
    await page.getByRole('searchbox', { name: 'Search pages' }).fill('/features')
    await expect(pages.getByRole('row')).toHaveCount(2)
    await expect(pages).toContainText('200')
    await expectAccessibleEverywhere(page)
  })

  await test.step('a redirect is refused where a page is, and followed where none is', async () => {
    await page.getByRole('tab', { name: 'Redirects' }).click()
    await page.getByRole('button', { name: 'Add redirect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add redirect' })
    await dialog.getByLabel('Old address').fill('old page')
    await dialog.getByLabel('New address').fill('/pricing')
    await dialog.getByRole('button', { name: 'Save redirect' }).click()
    await expect(dialog.getByText('Type a path of this site, such as /old-page')).toBeVisible()
    await dialog.getByLabel('Old address').fill('/features')
    await dialog.getByRole('button', { name: 'Save redirect' }).click()
    await expect(dialog.getByText('There is a page at the old address')).toBeVisible()
    await dialog.getByLabel('Old address').fill('/plans')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Save redirect' }).click()
    await expect(page.getByRole('list', { name: 'Redirects' })).toContainText('/plans')
    const visitor = await browser.newPage()
    await visitor.goto(`${server.url}/plans`)
    await expect(visitor).toHaveURL(`${server.url}/pricing`)
    await visitor.close()
  })
  await closeAll(ada)
})
