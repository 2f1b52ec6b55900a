import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ SUPPORT_EMAIL: 'support@example.test' })
})
test.afterAll(() => server.stop())

const LIST = [
  'email;name;company;phone;tags;shoes',
  'grace@example.org;Grace;Navy;+1 555;fair|vip;38',
  'nobody;X;;;;',
  'eve@example.org;=cmd();;;;',
].join('\n')

test('who manages growth keeps contacts: by the contact form, typed in, and from a list', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const contacts = page.getByRole('table', { name: 'Contacts' })
  await openAdminPage(page, 'Marketing')
  await expect(page.getByText('No contacts yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('a contact is typed in, without consent', async () => {
    await page.getByRole('button', { name: 'Add contact' }).click()
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('alan@example.org')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Alan')
    await page.getByRole('textbox', { name: /^Phone/ }).fill('call me')
    await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click()
    await expect(page.getByText('A phone number has digits')).toBeVisible()
    await page.getByRole('textbox', { name: /^Phone/ }).fill('')
    await expectAccessibleEverywhere(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click()
    await expect(contacts.getByRole('row').nth(1)).toContainText('No consent')
  })

  await test.step('a list is looked at first, and then stored with the ground of its consent', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('1 contact to add')).toBeVisible()
    await expect(page.getByText('Row 4, name: a spreadsheet would run it as a formula')).toBeVisible()
    await expect(page.getByText('Columns that are not read: shoes')).toBeVisible()
    await page.getByRole('checkbox', { name: 'The people in this list agreed to newsletters' }).click()
    await page.getByLabel('How and when they agreed').fill('Signed at the fair')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await expect(contacts.getByRole('row').nth(1)).toContainText('Agreed')
  })

  await test.step('the details have the evidence; a withdrawal is for good', async () => {
    await page.getByRole('button', { name: 'Show grace@example.org' }).click()
    const sheet = page.getByRole('complementary', { name: 'grace@example.org' })
    await expect(sheet).toContainText('Signed at the fair')
    await sheet.getByRole('button', { name: 'Raw data' }).click()
    await expect(sheet.getByRole('region', { name: 'Raw data' })).toContainText('"consent_text": "Signed at the fair"')
    await expectAccessibleEverywhere(page)
    await sheet.getByRole('button', { name: 'Note withdrawal' }).click()
    await page.getByLabel('What happened, and when').fill('Asked by phone')
    await page.getByRole('dialog').last().getByRole('button', { name: 'Note withdrawal' }).click()
    await expect(sheet.getByText('Only they can ask for newsletters again')).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'State consent' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/contact=/)
  })

  await test.step('filters are in the address, and what is chosen is tagged and deleted', async () => {
    await page.getByRole('combobox', { name: 'Newsletters' }).selectOption('withdrawn')
    await expect(page).toHaveURL(/consent=withdrawn/)
    await expect(contacts.getByRole('row')).toHaveCount(2)
    await page.goBack()
    await expect(contacts.getByRole('row')).toHaveCount(3)
    await page.goForward()
    await expect(contacts.getByRole('row')).toHaveCount(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toBe('contacts.csv')
    await page.getByRole('checkbox', { name: 'Choose grace@example.org' }).click()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('textbox', { name: 'Tag' }).fill('gone')
    await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
    await expect(contacts).toContainText('gone')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No contact matches these filters')).toBeVisible()
  })
  await closeAll(ada)
})
