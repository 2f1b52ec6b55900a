import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import type { Stage } from '../support/transfers.ts'
import { closeAll, makeLink, newPage, personIn, personWithoutPage, rowOf, storeFile } from '../support/sharing.ts'
import { test } from '../support/shared-stage.ts'

const NAME = 'Plan.pdf'
const PASSWORD = 'another password'

let server: Stage
let folder: string
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-own-links-'))
  fs.writeFileSync(path.join(folder, NAME), 'a plan')
})
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a link is shown again, and has another limit, password and end under the same address', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  const address = await makeLink(page, { downloads: '1' })
  await page.keyboard.press('Escape')

  const dialog = page.getByRole('dialog', { name: `Link to ${NAME}` })
  await test.step('from Shared', async () => {
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`Show or change the link to ${NAME}`) }).click()
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(address)
    await expect(dialog.getByRole('figure', { name: 'QR code of the link' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expectAccessibleEverywhere(page)
  })
  await test.step('its terms', async () => {
    await dialog.getByRole('button', { name: 'Change end, limit or password' }).click()
    await expect(dialog.getByLabel(/New end/)).toBeFocused()
    await dialog.getByLabel(/New end/).fill('91')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('Enter a whole number from 1 to 90.')).toBeVisible()
    await dialog.getByLabel(/New end/).fill('30')
    await dialog.getByLabel(/Download limit/).fill('5')
    await dialog.getByRole('combobox', { name: 'Password' }).selectOption('Set a password')
    await dialog.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Link changed')).toBeVisible()
    await expect(dialog.getByText(/0 of 5 downloads\s· Link with a password/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(address)
    await page.keyboard.press('Escape')
  })
  await test.step('the visitor needs the password from then on', async () => {
    const visitor = await newPage(browser)
    await visitor.page.goto(address)
    await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.page.keyboard.press('Enter')
    await expect(visitor.page.getByRole('heading', { name: NAME })).toBeVisible()
    await closeAll(visitor)
  })
  await test.step('from the dialog that shares the file, after signing in again', async () => {
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await page.getByRole('button', { name: `Who has access to ${NAME}` }).click()
    await page.getByRole('button', { name: /Show or change the link made/ }).click()
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(address)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: `Share ${NAME}` })).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await test.step('figures that the server changed are not handed out, and one of before says that it was not kept', () =>
    changedByTheServer(ada))
  expect(ada.problems).toEqual([])
  await closeAll(ada)
})

async function changedByTheServer({ page, password }: { page: Page; password: string }): Promise<void> {
  const answerWith = async (lie: Record<string, unknown>) => {
    await page.unrouteAll()
    await page.route(/\/rest\/v1\/share_links\?select=/, async (route) => {
      const answer = await route.fetch()
      const rows = (await answer.json()) as object[]
      await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, ...lie })) })
    })
    await page.goto(`${server.url}/dashboard/shared`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Unlock' }).click()
  }
  const row = page.getByRole('listitem').filter({ hasText: NAME })

  await answerWith({ expires_at: '2099-01-01T00:00:00Z' })
  await expect(row.getByText('Changed by the server')).toBeVisible()
  await expect(row.getByText('2099')).toHaveCount(0)
  await expect(row.getByRole('button')).toHaveCount(1)
  await expectAccessibleEverywhere(page)

  await answerWith({ owner_record: null, space_id: null, space_epoch: null })
  await row.getByRole('button', { name: /^Show or change/ }).click()
  const dialog = page.getByRole('dialog', { name: `Link to ${NAME}` })
  await expect(dialog.getByText('its address cannot be shown again')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Change end, limit or password' }).click()
  await expect(dialog.getByLabel(/New end/)).toBeVisible()
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
}

test('a colleague is found by the first letters, and given the next file by the keyboard alone', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personWithoutPage(server.url, 'bob')]
  const { page } = ada
  const next = path.join(folder, 'Next.pdf')
  fs.writeFileSync(next, 'next')
  await storeFile(page, path.join(folder, NAME))
  await storeFile(page, next)
  const letters = bob.email.slice(0, bob.email.indexOf('@') - 1)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: `Share ${name}`, exact: true }).click()
    const field = page.getByLabel('Name or email of a colleague')
    await expect(field).toBeFocused()
    await page.keyboard.type(letters)
    await expect(page.getByRole('option', { name: bob.email })).toBeVisible()
    return field
  }

  await test.step('a first contact is shown before', async () => {
    const field = await choose(NAME)
    await expectAccessibleEverywhere(page)
    await page.locator('button', { hasText: 'Share file' }).click()
    await expect(page.getByText('Choose a colleague from the list, or enter a whole email address.')).toBeVisible()
    await field.press('ArrowDown')
    await expect(page.getByRole('option', { name: bob.email })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(bob.email)
    const share = page.getByRole('button', { name: 'Share file' })
    const place = await share.boundingBox()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Is Bob Example the right person? Then press “Share file” again.')).toBeVisible()
    await expect(page.getByText('First contact: their keys will be remembered.')).toBeVisible()
    await expect(page.getByText('Only you.')).toBeVisible()
    expect(await share.boundingBox()).toEqual(place)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('whose keys are known is given it at once', async () => {
    const field = await choose('Next.pdf')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(bob.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
    await expect(field).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Next.pdf')).toContainText('Shared with Bob')
  })
  expect(ada.problems).toEqual([])
  await closeAll(ada)
})
