import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const owner: Person = { email: 'rosa@example.org', password: 'a password of mine', firstName: 'Rosa' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('the browser keeps what the server promised, and names an answer that promises nothing', async ({ page }) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, owner)
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await expect(page.getByText(/^Ledger of \d+ entr/)).toBeVisible()

  const makeFolder = async (name: string): Promise<void> => {
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByRole('dialog', { name: 'New folder' }).getByRole('textbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByText(name).first()).toBeVisible()
  }
  await makeFolder('Promised')
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'The audit ledger' })).toContainText(
    /promises? (is|are) not checked yet/,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByText(/no valid receipt/)).toHaveCount(0)

  await page.context().route('**/rest/v1/folders*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const headers = response.headers()
    delete headers['audit-receipt']
    await route.fulfill({ response, headers })
  })
  await makeFolder('Unpromised')
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await expect(page.getByText('An answer of the server had no valid receipt')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Stop showing this…' }).click()
  await page.getByRole('button', { name: 'Delete them' }).click()
  await expect(page.getByText(/no valid receipt/)).toHaveCount(0)
  expect(problems).toEqual([])
})
