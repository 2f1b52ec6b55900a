import { expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault, prepareVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'
const root: Person = { email: 'ruth@example.org', password, firstName: 'Ruth' }
const other: Person = { email: 'otto@example.net', password, firstName: 'Otto' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
})
test.afterAll(() => server.stop())

test('who runs the installation makes an organisation, changes its plan, and suspends and resumes another', async ({
  page,
}) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, root)
  await prepareVault(server.url, other)
  await openAdminPage(page, 'Tenants')
  const table = page.getByRole('table', { name: 'Tenants' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: root.email })).toContainText('Runs this server')

  await test.step('a name that cannot be is refused where it is typed; an address that has an account, by the server', async () => {
    await page.getByRole('button', { name: 'New organisation' }).click()
    const dialog = page.getByRole('dialog', { name: 'New organisation' })
    await dialog.getByLabel('Name').fill('<Example>')
    await dialog.getByLabel('Owner’s email').fill(other.email)
    await dialog.getByRole('button', { name: 'Create and invite' }).click()
    await expect(dialog.getByText('Type a name of one line')).toBeVisible()
    await dialog.getByLabel('Name').fill('Example Hospital')
    await dialog.getByRole('button', { name: 'Create and invite' }).click()
    await expect(page.getByText('an account belongs to one organisation')).toBeVisible()
    await dismissToasts(page)
    await dialog.getByLabel('Owner’s email').fill('head@hospital.example')
    await dialog.getByRole('radio', { name: 'Professional' }).check()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Create and invite' }).click()
    await expect(page.getByText('An invitation is on its way to head@hospital.example.')).toBeVisible()
    await dismissToasts(page)
  })
  const hospital = table.getByRole('row', { name: 'Example Hospital' })
  await expect(hospital).toContainText('0 of 50')
  await expect(hospital).toContainText('No owner yet')

  await test.step('its plan', async () => {
    await hospital.getByRole('button', { name: 'Open Example Hospital' }).click()
    const dialog = page.getByRole('dialog', { name: 'Example Hospital' })
    await dialog.getByRole('radio', { name: 'Enterprise' }).check()
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByText('The plan is Enterprise now')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(hospital).toContainText('Enterprise')
  })

  await test.step('another one is suspended by its name, and resumed', async () => {
    await dismissToasts(page)
    await page.getByRole('searchbox', { name: 'Search by name, domain or address' }).fill(other.email)
    await expect(table.getByRole('row')).toHaveCount(2)
    const theirs = table.getByRole('row', { name: other.email })
    const name = (await theirs.getByRole('button').innerText()).trim()
    await theirs.getByRole('button').click()
    await page.getByRole('button', { name: 'Suspend…' }).click()
    const dialog = page.getByRole('dialog', { name: `Suspend ${name}?` })
    await dialog.getByLabel('Reason').fill('Not paid since March')
    await dialog.getByRole('button', { name: 'Suspend organisation' }).click()
    await expect(dialog.getByText('This is not its name.')).toBeVisible()
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
    await dialog.getByRole('button', { name: 'Suspend organisation' }).click()
    await expect(page.getByText(`${name} is suspended`)).toBeVisible()
    await dismissToasts(page)
    await page.getByLabel('State').selectOption('Suspended')
    await expect(page).toHaveURL(/state=suspended/)
    await expect(theirs).toContainText('Suspended')
    await theirs.getByRole('button').click()
    await expect(page.getByText('Not paid since March')).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText(`${name} is active again`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No organisation fits')).toBeVisible()
  })
  expect(problems).toEqual([])
})
