import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { dialogOf } from '../support/account/person.ts'
import { prepareVault } from '../support/account/prepared-person.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOfList, rowOfMember } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const address = (name: string) => `${name}-${randomBytes(4).toString('hex')}@example.org`

/** As a field of a day takes it. */
function inDays(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

test('people are invited from a list after a look at it, and a role is given until a day', async ({ browser }) => {
  test.setTimeout(180_000)
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const bob = { email: address('bob'), password: 'a password of mine', firstName: 'Bob' }
  await prepareVault(server.url, bob)
  await openAdminPage(page, 'Users & Teams')
  const [nora, omar] = [address('nora'), address('omar')]

  await test.step('a list is pasted, and each row says what would happen', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = dialogOf(page)
    await dialog
      .getByLabel('Or paste the list')
      .fill(`email;role;expiry\n${nora};security administrator;${inDays(30)}\n${omar};;\n${bob.email};admin;\nnobody;;`)
    await dialog.getByRole('button', { name: 'Check the list' }).click()
    await expect(dialog.getByText('2 people to invite')).toBeVisible()
    await expect(dialog.getByText('2 rows are left out')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Is a member already; nothing is changed: 1' })).toContainText(
      `Row 4, ${bob.email}`,
    )
    await expect(dialog.getByRole('list', { name: 'Not an email address: 1' })).toContainText('Row 5, nobody')
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await sidewaysScroll(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the invitations are sent, and the report says so', async () => {
    await dialogOf(page).getByRole('button', { name: 'Send 2 invitations' }).click()
    await expect(page.getByText('Invitations are being sent')).toBeVisible()
    const list = rowOfList(page, 'Invitations from lists', '2 of 2 invitations')
    await expect(list).toContainText('2 sent')
    await expect(rowOfList(page, 'Invitations', nora)).toContainText('Security administrator until')
    await dismissToasts(page)
    const download = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Download report' }).click()
    const report = await fs.readFile(await (await download).path(), 'utf8')
    expect(report).toContain(`2,${nora},,,security_admin,${inDays(30)},no,sent`)
    await expectAccessibleEverywhere(page)
  })

  await test.step('Bob gets a role until a day, and the list says so', async () => {
    await page.getByRole('button', { name: 'Details of Bob' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Administrator')
    await dialog.getByLabel('Until').fill(inDays(-2))
    await expect(dialog.getByText('Choose today or a later day')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save role' })).toBeDisabled()
    await dialog.getByLabel('Until').fill(inDays(5))
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Save role' }).click()
    await expect(rowOfMember(page, 'Bob')).toContainText('Administrator until')
  })

  await test.step('the role is ended at once', async () => {
    await dismissToasts(page)
    await page.getByRole('button', { name: 'Details of Bob' }).click()
    await dialogOf(page).getByRole('button', { name: 'End role now' }).click()
    await expect(rowOfMember(page, 'Bob')).toContainText('No role')
  })

  await test.step('her own role is in the settings', async () => {
    await dismissToasts(page)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Your role' })).toContainText('Owner')
    await expectAccessibleEverywhere(page)
  })
  expect(ada.problems).toEqual([])
  await closeAll(ada)
})
