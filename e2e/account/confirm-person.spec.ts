import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { test } from '../support/shared-stage.ts'

const PASSWORD = 'a password of mine'

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
  await signedInAnHourAgo(page, '**/auth/v1/factors', 'reauthentication_needed')
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

test('the question ends when its page is left by Back, and nothing is said about what waited', async ({
  page,
  sharedStage,
}) => {
  await openPreparedVault(page, sharedStage.gate.url, {
    email: 'wim@example.org',
    password: PASSWORD,
    firstName: 'Wim',
  })
  await signedInAnHourAgo(page, '**/auth/v1/factors', 'reauthentication_needed')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Files', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Confirm with your password to continue.')).toHaveCount(0)
})
