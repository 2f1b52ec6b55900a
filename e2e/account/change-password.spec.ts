import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, signIn, watchPage, expectOpenVault } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

const renewed = 'another password of mine'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

const isChange = ({ method, path }: { method: string; path: string }) => method === 'PUT' && path === '/auth/v1/user'

async function fillIn(page: Page, current: string): Promise<void> {
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('Current password').fill(current)
  await dialog.getByLabel('New password').fill(renewed)
  await dialog.getByLabel('Confirm password').fill(renewed)
  await page.keyboard.press('Enter')
}

test('a changed password opens the vault with its files, the old one does not, other sessions end', async ({
  page,
  browser,
}) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const person = await newPerson(page, gate.url)
  await chooseFiles(page, makeFile(folder, 'Deed.pdf', 5000))
  await expect(rowOf(page, 'Deed.pdf')).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${gate.url}/login`)
  await signIn(elsewhere, person)
  await expect(rowOf(elsewhere, 'Deed.pdf')).toBeVisible()

  await fillIn(page, 'not my password')
  await expect(page.getByText('This is not the password of this vault.')).toBeVisible()
  expect(gate.passed.filter(isChange), 'a wrong password is found out before anything is sent').toEqual([])
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Current password').fill(person.password)
  await expect(page.getByText('This is not the password of this vault.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Every other session was signed out')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')).toHaveCount(1)

  // Nobody touches the other window.
  await expect(elsewhere.getByText('This session was ended:')).toBeVisible()
  await expect(rowOf(elsewhere, 'Deed.pdf')).toBeHidden()
  await elsewhere.context().close()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  await expect(page.getByText('Email or password is wrong.')).toBeVisible()
  await signIn(page, { ...person, password: renewed })
  await expect(rowOf(page, 'Deed.pdf')).toBeVisible()
  expect(problems.filter((problem) => !problem.includes('/auth/v1/token'))).toEqual([])
})

test('a connection that breaks in the middle leaves the old password working', async ({ page }) => {
  const { gate } = stage
  const person = await newPerson(page, gate.url)
  const release = gate.holdRequests(isChange)
  const begun = page.waitForRequest((request) => request.method() === 'PUT')
  await fillIn(page, person.password)
  await begun
  gate.cut()
  await expect(page.getByText('we cannot tell whether the new password is in force')).toBeVisible()
  release()
  gate.mend()

  await page.goto(`${gate.url}/dashboard`)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expectOpenVault(page)
})
