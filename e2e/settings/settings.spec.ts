import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, signIn, watchPage } from '../support/account/person.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const password = 'a password of mine'
const MINUTE_MS = 60_000
/** By price. */
const PLANS = {
  '$9.99/mo': ['10GB encrypted storage', 'Standard support'],
  '$29.99/mo': ['100GB encrypted storage', 'Priority support'],
  '$99.99/mo': ['Unlimited storage', '24/7 support', 'Custom integrations'],
}

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: section, exact: true }).click()
}

test('a profile is changed by keyboard and still there after a reload, and a plan is ordered in the sandbox', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'profile@example.org', password, firstName: 'Pat' }
  await openPreparedVault(page, server.url, person)
  await openSettings(page, 'Profile')
  await expect(page.getByLabel('First name')).toHaveValue('Pat')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expectAccessibleEverywhere(page)

  await page.getByLabel('First name').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Patricia')
  await page.getByLabel('Company').fill('Example Works')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menu').getByText('Patricia')).toBeVisible()

  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Company')).toHaveValue('Example Works')
  await expect(page.getByRole('tablist', { name: 'Sections of the settings' }).getByRole('tab')).toHaveText([
    'Profile',
    'Billing',
    'Security',
    'Preferences',
  ])
  await page.getByRole('tab', { name: 'Preferences', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Language' })).toContainText('English')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Configure' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await openSettings(page, 'Security')
  await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'View Sessions' }).click()
  await expect(page.getByRole('list', { name: 'Sessions and devices' })).toContainText('This session')
  await test.step('a plan is ordered, named in the settings, and managed in the portal', () => orderPlan(page))
  await openSettings(page, 'Profile')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(problems).toEqual([])
})

async function orderPlan(page: Page): Promise<void> {
  await openSettings(page, 'Billing')
  await expect(page.getByText('Test mode')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Free' })).toBeVisible()
  const plans = page.getByRole('region', { name: 'Plans' })
  await expect(plans.getByRole('heading')).toHaveText(['Guardian', 'Enterprise Shield', 'Quantum Fortress'])
  for (const [price, features] of Object.entries(PLANS)) {
    const card = plans.locator('div', { has: page.getByText(price, { exact: true }) }).last()
    await expect(card.getByRole('listitem')).toHaveText(features)
  }
  await expectAccessibleEverywhere(page)

  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Subscribe to Enterprise Shield' }).click()
  const checkout = await opened
  await checkout
    .getByRole('button', { name: /pay|subscribe|order/i })
    .first()
    .click()
  await checkout.waitForURL(/checkout=success/)
  await expect(checkout.getByRole('heading', { name: 'Your order is complete' })).toBeVisible()
  await expect(checkout.getByText('You can close this tab.')).toBeVisible()
  await expectAccessibleEverywhere(checkout)
  await checkout.close()
  await expect(page.getByText('A page of the payment provider was opened')).toHaveCount(0)
  const plan = page.getByRole('region', { name: 'Current plan' })
  await expect(plan.getByRole('heading', { name: 'Enterprise Shield' })).toContainText('Active')
  await expect(plan).toContainText('0 Bytes of 100.00 GB')
  await expect(page.getByRole('button', { name: /^Subscribe to/ })).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  const again = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Manage subscription' }).click()
  const portal = await again
  await expect(portal.getByText('Test mode').first()).toBeVisible()
  await portal.getByRole('link', { name: 'Back to QuantumShield' }).click()
  await expect(portal.getByRole('heading', { name: 'Back from your subscription' })).toBeVisible()
  await expect(page.getByText('A page of the payment provider was opened')).toHaveCount(0)
  await portal.close()
}

test('preferences hold: the theme stays, and an untouched vault locks', async ({ page }) => {
  const problems = watchPage(page)
  await page.clock.install()
  await openPreparedVault(page, server.url, { email: 'pref@example.org', password, firstName: 'Pre' })
  await openSettings(page, 'Preferences')
  await expectAccessibleEverywhere(page)
  await page.getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
  await page.clock.fastForward(70 * MINUTE_MS)
  await expect(page.getByRole('tab', { name: 'Preferences' })).toBeVisible()

  await page.getByText('5 minutes', { exact: true }).click()
  await expect(page.getByRole('radio', { name: '5 minutes', exact: true })).toBeChecked()
  await page.clock.fastForward(4 * MINUTE_MS)
  await page.keyboard.press('Shift')
  await page.clock.fastForward(4 * MINUTE_MS)
  await expect(page.getByRole('tab', { name: 'Preferences' })).toBeVisible()
  await page.clock.fastForward(2 * MINUTE_MS)
  await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: '5 minutes', exact: true })).toBeChecked()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  expect(problems).toEqual([])
})

test('an account is deleted by its email and its password, and signs in no more', async ({ page }) => {
  const person: Person = { email: 'gone@example.org', password, firstName: 'Gil' }
  await openPreparedVault(page, server.url, person)
  await openSettings(page, 'Profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('Nobody can bring them back')
  await expectAccessibleEverywhere(page)
  const email = dialog.getByLabel('Type gone@example.org to continue')
  await email.fill('somebody@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not the email of this account.')).toBeVisible()
  await email.fill(person.email)
  await dialog.getByRole('button', { name: 'Delete my account and files' }).click()
  await expect(dialog.getByText('This is not the password of this vault.')).toBeVisible()

  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account and files' }).click()
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, person)
  await expect(page.getByText('Email or password is wrong.')).toBeVisible()
})
