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

test('an organisation is exported, deleted with its days of grace, and kept because its owner asks', async ({
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
  const name = await dialog.getByRole('heading').first().innerText()

  await test.step('export', async () => {
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export organisation' }).click(),
    ])
    expect(archive.suggestedFilename()).toMatch(/\.tar$/)
    expect(await archive.failure()).toBeNull()
    await expect(dialog.getByText(/^Complete, .*ruth@example.org/)).toBeVisible()
  })

  await test.step('delete', async () => {
    await dialog.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByLabel('Reason').fill('They asked for it')
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
    await dialog.getByRole('button', { name: 'Delete organisation' }).click()
    await expect(dialog.getByText(/^Everything is deleted on /)).toBeVisible()
  })

  await test.step('its owner reads what happens and asks to keep it', async () => {
    // Read with the page: the strip asks every five minutes.
    await theirs.context().close()
    const later = await (await browser.newContext()).newPage()
    await later.goto(`${server.url}/login`)
    await later.getByLabel('Email').fill(other.email)
    await later.getByLabel('Password', { exact: true }).fill(password)
    await later.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(later.getByText(/^Your organisation will be deleted on /)).toBeVisible()
    await later.getByRole('button', { name: 'What happens' }).click()
    const said = later.getByRole('dialog', { name: 'Your organisation will be deleted' })
    await said.getByLabel('Ask to keep it').fill('We still need it')
    await expectAccessibleEverywhere(later)
    await said.getByRole('button', { name: 'Send' }).click()
    await expect(later.getByText('They were asked to keep it', { exact: true })).toBeVisible()
    await later.context().close()
  })

  await test.step('and it stays', async () => {
    await dismissToasts(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Open Otto/ }).click()
    await expect(dialog.getByText('otto@example.net asks to keep it: We still need it')).toBeVisible()
    await dialog.getByRole('button', { name: 'Restore organisation' }).click()
    await expect(page.getByText('The organisation stays')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Delete…' })).toBeVisible()
  })
  expect(problems).toEqual([])
})
