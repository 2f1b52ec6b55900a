import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/person.ts'
import { openPreparedVault } from '../support/prepared-person.ts'
import { test } from '../support/shared-stage.ts'

const PASSWORD = 'a password of mine'

/** As if the sign-in were an hour old: the server refuses until it has taken the password. `test/auth/changing-ways` has the rule itself. */
async function signedInAnHourAgo(page: Page): Promise<void> {
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/v1/reauthenticate')) isProven = response.status() === 204
  })
  await page.route('**/auth/v1/factors', async (route) => {
    if (isProven) return route.continue()
    const body = { code: 'reauthentication_needed', message: 'Send the current password, or sign in again' }
    await route.fulfill({ status: 400, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } })
  })
}

test('an authenticator app takes the password where the sign-in is old, and continues by itself', async ({
  page,
  sharedStage,
}) => {
  const problems = watchPage(page)
  await openPreparedVault(page, sharedStage.gate.url, {
    email: 'vera@example.org',
    password: PASSWORD,
    firstName: 'Vera',
  })
  await signedInAnHourAgo(page)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await adding.getByRole('button', { name: 'Show the QR code' }).click()

  await test.step('taken back, it is refused with a sentence', async () => {
    await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(confirming).toHaveCount(0)
    await expect(adding).toContainText('Confirm with your password to continue.')
  })

  await adding.getByRole('button', { name: 'Show the QR code' }).click()
  await confirming.getByLabel('Password', { exact: true }).fill('another password')
  await page.keyboard.press('Enter')
  await expect(confirming).toContainText('This is not the password')
  await confirming.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirming.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirming).toHaveCount(0)
  await expect(adding.getByRole('figure')).toBeVisible()
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})
