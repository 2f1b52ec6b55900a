import { type Browser, type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, mailedLink, signIn, watchPage, expectOpenVault, comeBack } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

const password = 'a password of mine'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

const row = (page: Page) => page.getByRole('listitem', { name: 'Email address' })

async function ask(page: Page, next: string): Promise<void> {
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(row(page).getByRole('button', { name: 'Change email' })).toBeEnabled()
  await row(page).getByRole('button', { name: 'Change email' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not the password of this vault.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await expect(dialog.getByText('This is not the password of this vault.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(row(page)).toContainText(`Waiting for ${next}`)
}

/** Opens a mailed link where nobody is signed in. */
async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  return page
}

test('another address: its mailbox confirms, open pages take it over, and the password still opens the vault', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'before@example.org', password, firstName: 'Bea' }
  await openPreparedVault(page, server.url, person)
  const next = 'after@example.org'
  await ask(page, next)
  await expectAccessibleEverywhere(page)
  expect(await mailedLink(page, server.url, person.email)).toContain('type=email_change_stop')

  const elsewhere = await openElsewhere(browser, await mailedLink(page, server.url, next))
  await elsewhere.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(elsewhere.getByText('Your email address was changed. Sign in with the new one.')).toBeVisible()
  await signIn(elsewhere, person)
  await expect(elsewhere.getByText('Email or password is wrong.')).toBeVisible()
  await elsewhere.context().close()

  await comeBack(page)
  await expect(row(page)).toContainText(next)
  await expect(row(page)).not.toContainText('Waiting for')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: /Lock/ }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByText(next, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(page)).toContainText(next)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, { ...person, email: next })
  await expectOpenVault(page)
  expect(problems.filter((problem) => !problem.includes('/auth/v1/token'))).toEqual([])
})

test('the mailbox that the account would leave stops the change, and says what to do then', async ({
  page,
  browser,
}) => {
  const person: Person = { email: 'stays@example.org', password, firstName: 'Stan' }
  await openPreparedVault(page, server.url, person)
  await ask(page, 'leaves@example.org')

  const elsewhere = await openElsewhere(browser, await mailedLink(page, server.url, person.email))
  await expectAccessibleEverywhere(elsewhere)
  await elsewhere.getByRole('button', { name: 'Stop the change' }).click()
  await expect(elsewhere.getByText('The change of your email address was stopped.')).toBeVisible()
  await elsewhere.context().close()
  await comeBack(page)
  await expect(row(page)).not.toContainText('Waiting for')

  await ask(page, 'leaves@example.org')
  await row(page).getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByText('You keep stays@example.org')).toBeVisible()
})
