import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const owner: Person = { email: 'olga@example.org', password: 'a password of mine', firstName: 'Olga' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an owner changes how long events are kept, sets a hold and releases it', async ({ page }) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, owner)
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await page.getByRole('button', { name: 'Retention', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Retention and legal holds' })
  const time = (category: string) => sheet.locator('dl > div').filter({ hasText: category })
  await expect(time('Sign-in and accounts')).toContainText('400 days')
  await expect(time('Security incident')).toContainText('7 years')
  await expectAccessibleEverywhere(page)

  await sheet.getByRole('button', { name: 'Change the time of Sign-in and accounts' }).click()
  const form = page.getByRole('dialog', { name: 'Retention: Sign-in and accounts' })
  await form.getByLabel('Keep what events say').selectOption('180')
  await form.getByLabel('Keep addresses and programs').selectOption('60')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('cannot be brought back')
  await page.getByRole('button', { name: 'Remove sooner' }).click()
  // Not before seven days are over.
  await expect(time('Sign-in and accounts')).toContainText('400 days')
  await expect(time('Sign-in and accounts')).toContainText(/from .+: 180 days, addresses and programs: 60 days/)

  await sheet.getByRole('button', { name: 'Set a legal hold' }).click()
  const hold = page.getByRole('dialog', { name: 'Set a legal hold' })
  await hold.getByRole('button', { name: 'Set the hold' }).click()
  await expect(hold).toContainText('Fill in this field.')
  await hold.getByLabel('Reason').fill('A lawsuit')
  await hold.getByLabel('About').selectOption({ label: 'Olga Example (olga@example.org)' })
  await expectAccessibleEverywhere(page)
  await hold.getByRole('button', { name: 'Set the hold' }).click()
  await expect(sheet.getByRole('region', { name: 'Legal holds' })).toContainText('A lawsuit')
  await page.keyboard.press('Escape')
  await expect(page.getByText('A legal hold is in force.')).toBeVisible()

  await page.getByRole('button', { name: 'Retention', exact: true }).click()
  await sheet.getByRole('button', { name: /^Release the hold: Olga/ }).click()
  const release = page.getByRole('dialog', { name: 'Release the hold?' })
  await release.getByLabel('Why it is no longer needed').fill('It is settled')
  await release.getByRole('button', { name: 'Release the hold' }).click()
  await expect(sheet).toContainText('There is no hold.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('A legal hold is in force.')).toHaveCount(0)
  await page.getByRole('button', { name: /new events/ }).click()
  for (const event of ['Retention of the audit log changed', 'Legal hold set', 'Legal hold released'])
    await expect(page.getByRole('cell', { name: event }).first()).toBeVisible()
  expect(problems).toEqual([])
})
