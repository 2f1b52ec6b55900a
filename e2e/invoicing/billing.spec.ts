import { expect, type Page, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'
const root: Person = { email: 'ruth@example.org', password, firstName: 'Ruth' }
const payer: Person = { email: 'otto@example.net', password, firstName: 'Otto' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal', BILLING: 'sandbox' })
})
test.afterAll(() => server.stop())

/** Who sells or who pays, in the form that asks for it. */
async function fillSide(page: Page, name: string): Promise<void> {
  await page.getByLabel('Legal name').fill(name)
  await page.getByLabel('Address', { exact: true }).fill('Werkstraße 1\n10115 Berlin')
  await page.getByLabel('Country').selectOption('DE')
}

test('an organisation asks, is answered, gets an invoice and pays it', async ({ browser }) => {
  const [operator, customer] = [await browser.newPage(), await browser.newPage()]
  const problems = [watchPage(operator), watchPage(customer)]
  await openPreparedVault(operator, server.url, root)
  await openPreparedVault(customer, server.url, payer)

  await test.step('what is agreed, and a request for another plan', async () => {
    await openAdminPage(customer, 'Billing')
    await expect(customer.getByRole('region', { name: 'What is agreed' })).toContainText('Nothing agreed yet')
    await expect(customer.getByText('Nothing was asked for yet')).toBeVisible()
    await expectAccessibleEverywhere(customer)
    await customer.getByRole('button', { name: 'Ask for another term' }).click()
    const dialog = customer.getByRole('dialog', { name: 'Ask for another term' })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog.getByText('You have this already.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Annual' }).check()
    await dialog.getByLabel('Note to sales').fill('From January')
    await expectAccessibleEverywhere(customer)
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(customer.getByText('The request was sent')).toBeVisible()
    await expect(customer.getByRole('list', { name: 'Requests' })).toContainText('Waits for an answer')
    await dismissToasts(customer)
  })

  await test.step('who pays, with a number that fits the country', async () => {
    await customer.getByRole('tab', { name: 'Billing details' }).click()
    await fillSide(customer, 'Otto Works GmbH')
    await customer.getByLabel('VAT or tax number').fill('DE12')
    await customer.getByLabel('Email for invoices').fill('accounts@example.net')
    await customer.getByRole('button', { name: 'Save details' }).click()
    await expect(customer.getByText('Numbers of this country are written differently.')).toBeVisible()
    await expectAccessibleEverywhere(customer)
    await customer.getByLabel('VAT or tax number').fill('DE136695976')
    await customer.getByRole('button', { name: 'Save details' }).click()
    await expect(customer.getByText('Billing details saved')).toBeVisible()
    await dismissToasts(customer)
  })

  await test.step('the operator accepts, and says who sells', async () => {
    await openAdminPage(operator, 'Tenants')
    const requests = operator.getByRole('region', { name: 'Requests about contracts' })
    await expect(requests).toContainText('From January')
    await expectAccessibleEverywhere(operator)
    await requests.getByRole('button', { name: /^Accept/ }).click()
    await operator.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect(operator.getByText('The request was accepted')).toBeVisible()
    await expect(requests).toBeHidden()
    await dismissToasts(operator)
    await operator.getByRole('button', { name: 'Invoice details' }).click()
    await fillSide(operator, 'Vaults GmbH')
    await operator.getByLabel('Bank details').fill('Bank, DE02 1203 0000 0000 2020 51')
    await expectAccessibleEverywhere(operator)
    await operator.getByRole('button', { name: 'Save details' }).click()
    await expect(operator.getByText('Billing details saved')).toBeVisible()
    await dismissToasts(operator)
  })

  await test.step('an invoice is written and issued', async () => {
    const row = operator.getByRole('table', { name: 'Tenants' }).getByRole('row', { name: payer.email })
    await row.getByRole('button').click()
    await operator.getByRole('button', { name: 'Contract and invoices' }).click()
    const sheet = operator.getByRole('dialog', { name: /^Invoices to/ })
    await expect(sheet).toContainText('Annual')
    await sheet.getByRole('button', { name: 'New invoice' }).click()
    await sheet.getByLabel('Item', { exact: true }).fill('Plan Professional')
    await sheet.getByLabel('Unit price').fill('100.00')
    await sheet.getByLabel('Tax %').fill('19')
    await expect(sheet).toContainText('€119.00')
    await expectAccessibleEverywhere(operator)
    await sheet.getByRole('button', { name: 'Save draft' }).click()
    await expect(operator.getByText('Draft saved')).toBeVisible()
    await dismissToasts(operator)
    await sheet.getByRole('button', { name: 'Issue' }).click()
    await operator.getByRole('alertdialog').getByRole('button', { name: 'Issue invoice' }).click()
    await expect(operator.getByText('The invoice was issued')).toBeVisible()
    await expect(sheet).toContainText(/INV-\d{4}-0001/)
    await dismissToasts(operator)
    await expectAccessibleEverywhere(operator)
  })

  await test.step('it is downloaded and paid', async () => {
    await customer.getByRole('tab', { name: 'Invoices' }).click()
    const table = customer.getByRole('table', { name: 'Invoices' })
    await expect(table).toContainText(/INV-\d{4}-0001/)
    await expectAccessibleEverywhere(customer)
    const [file] = await Promise.all([
      customer.waitForEvent('download'),
      table.getByRole('button', { name: /^Download INV-/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-0001\.pdf$/)
    const [checkout] = await Promise.all([
      customer.context().waitForEvent('page'),
      table.getByRole('button', { name: /^Pay INV-/ }).click(),
    ])
    await expect(checkout.getByText('€119.00')).toBeVisible()
    await checkout.getByRole('button', { name: 'Pay' }).click()
    await expect(checkout.getByRole('heading', { name: 'The invoice is paid' })).toBeVisible()
    await checkout.close()
    await expect(table).toContainText('Paid')
    await customer.getByLabel('State').selectOption('Overdue')
    await expect(customer).toHaveURL(/state=overdue/)
    await expect(customer.getByText('No invoice fits')).toBeVisible()
    await expectAccessibleEverywhere(customer)
  })
  for (const found of problems) expect(found).toEqual([])
})
