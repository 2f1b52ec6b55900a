import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOfList, tabTo } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an owner opens, updates and resolves an incident by keyboard, and visitors read it', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await openAdminPage(page, 'Manage status')
  await expect(page.getByText('No incident was recorded.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('a new incident', async () => {
    await tabTo(page, 'button', 'New incident')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.type('Uploads are slow')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Uploads take twice as long as usual. Nothing is lost.')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'Medium' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'High' })).toBeChecked()
    await tabTo(page, 'button', 'Publish incident')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Choose at least one.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('checkbox', { name: 'File storage' }).press('Space')
    await page.getByRole('button', { name: 'Publish incident' }).press('Enter')
    await expect(page.getByText('Incident published')).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'New incident' })).toBeFocused()
  await expect(rowOfList(page, 'Incidents', 'Uploads are slow')).toContainText('Investigating')

  await test.step('its end', async () => {
    await page.getByRole('button', { name: 'Resolve Uploads are slow' }).press('Enter')
    await expect(page.getByLabel('What is new')).toBeFocused()
    await page.keyboard.type('Fast again.')
    await expectAccessibleEverywhere(page)
    await tabTo(page, 'button', 'Publish update')
    await page.keyboard.press('Enter')
    await expect(rowOfList(page, 'Incidents', 'Uploads are slow')).toContainText('Resolved')
  })

  await test.step('maintenance', async () => {
    await page.getByRole('button', { name: 'Plan maintenance' }).press('Enter')
    await page.getByLabel('Title').fill('New disks')
    await page.getByRole('checkbox', { name: 'File storage' }).press('Space')
    await expectAccessibleEverywhere(page)
    await page.getByLabel('Ends').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Announce' }).press('Enter')
    await expect(page.getByText('The end must be after the beginning, and at most seven days later.')).toBeVisible()
    const later = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16)
    await page.getByLabel('Ends').fill(later)
    await page.getByRole('button', { name: 'Announce' }).press('Enter')
    await expect(rowOfList(page, 'Maintenance', 'New disks')).toContainText('Under way')
  })
  await expectAccessibleEverywhere(page)

  const visitor = await browser.newPage()
  const incidents = visitor.getByRole('list', { name: 'Incidents', exact: true })
  // What the page is made from is at most ten seconds old, and the overview of the panel had asked for it.
  await expect(async () => {
    await visitor.goto(`${server.url}/status`)
    await expect(incidents).toContainText('Uploads are slow', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(incidents).toContainText('Fast again.')
  await expect(visitor.getByRole('list', { name: 'Maintenance' })).toContainText('New disks')
  await visitor.close()

  await page.getByRole('button', { name: 'End New disks now' }).press('Enter')
  await expect(page.getByText('No maintenance is planned.')).toBeVisible()
  await closeAll(ada)
})

test('a member finds no entry, and the page says who may', async ({ browser }) => {
  // Ada of the test before owns the installation; who comes next is a member.
  const bob = await personIn(browser, server.url, 'bob')
  await expect(bob.page.getByRole('link', { name: 'Team', exact: true })).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  // By the address, without leaving the open vault.
  await bob.page.evaluate(() => {
    history.pushState(null, '', '/dashboard/status')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(bob.page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'New incident' })).toHaveCount(0)
  await expectAccessibleEverywhere(bob.page)
  await closeAll(bob)
})
