import { expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'
const root: Person = { email: 'ruth@example.org', password, firstName: 'Ruth' }
const other: Person = { email: 'otto@example.net', password, firstName: 'Otto' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
})
test.afterAll(() => server.stop())

test('who runs the installation enters another panel with a reason, and its owner sees who is in', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, root)
  const theirs = await (await browser.newContext()).newPage()
  await openPreparedVault(theirs, server.url, other)
  await openAdminPage(page, 'Tenants')
  await page.getByRole('button', { name: /^Open Otto/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enter panel…' }).click()
  await dialog.getByRole('button', { name: 'Enter panel', exact: true }).click()
  await expect(dialog.getByText('Say why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Ticket 4711: invitations fail')
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('30 minutes')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Enter panel', exact: true }).click()

  const strip = page.getByText(/^You are in .* until .* Reason: Ticket 4711: invitations fail$/)
  await expect(strip).toBeVisible()
  await dismissToasts(page)
  await expect(page.getByRole('link', { name: 'Tenants' })).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Users & Teams' }).click()
  const people = page.getByRole('table', { name: 'Users & Teams' })
  await expect(people.getByRole('row')).toHaveCount(2)
  await expect(people.getByRole('row', { name: 'Otto' })).toContainText('Owner')

  await test.step('a room of the panel', async () => {
    await page.getByRole('link', { name: 'Marketing' }).click()
    await expect(page.getByRole('heading', { name: 'Marketing', level: 1 })).toBeVisible()
    await expect(page.getByText('could not be')).toHaveCount(0)
  })

  await test.step('its owner', async () => {
    await openAdminPage(theirs, 'Overview')
    await expect(
      theirs.getByText(/^ruth@example.org, who runs this installation, is in this panel until .* Reason: Ticket 4711/),
    ).toBeVisible()
    await expectAccessibleEverywhere(theirs)
    await theirs.context().close()
  })
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Tenants' })).toBeVisible()
  expect(problems).toEqual([])
})
