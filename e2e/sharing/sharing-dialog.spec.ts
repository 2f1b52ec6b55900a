import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import type { Stage } from '../support/transfers.ts'
import {
  closeAll,
  makeLink,
  newPage,
  personIn,
  personWithoutPage,
  rowOf,
  shareAtFirstContact,
  storeFile,
  tabTo,
} from '../support/sharing.ts'
import { test } from '../support/shared-stage.ts'

const NAME = 'Plan.pdf'

let server: Stage
let folder: string
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-dialog-'))
  fs.writeFileSync(path.join(folder, NAME), 'a plan')
})
test.afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
})

test('somebody unknown cannot be shared with, and the safety number is the same on both screens', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personIn(browser, server.url, 'bob')]
  for (const { page } of [ada, bob]) {
    await storeFile(page, path.join(folder, NAME))
    await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  }
  await ada.page.getByLabel('Email of a colleague').fill('nobody@example.org')
  await ada.page.getByRole('button', { name: 'Share file' }).click()
  await expect(ada.page.getByText('Nobody in your organisation uses this address.')).toBeVisible()
  await expectAccessibleEverywhere(ada.page)
  await ada.page.getByRole('button', { name: 'Make a link instead' }).click()
  await expect(ada.page.getByRole('button', { name: 'Create link' })).toBeFocused()
  await ada.page.getByLabel('Email of a colleague').fill(ada.email.toUpperCase())
  await ada.page.getByRole('button', { name: 'Share file' }).click()
  await expect(ada.page.getByText('This is your own address.')).toBeVisible()

  const numbers = [await safetyNumber(ada.page, bob.email), await safetyNumber(bob.page, ada.email)]
  expect(numbers[0]).toMatch(/^(\d{5} ){11}\d{5}$/)
  expect(numbers[0]).toBe(numbers[1])
  await expectAccessibleEverywhere(ada.page)
  await ada.page.getByRole('button', { name: 'The numbers match' }).click()
  await expect(ada.page.getByText('Safety number compared')).toBeVisible()
  await closeAll(ada, bob)
})

test('the password of a link has a length, or is generated and copied', async ({ browser }) => {
  const { page, ...ada } = await personIn(browser, server.url, 'ada')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  await page.getByRole('button', { name: 'Set end, limit or password' }).click()
  const password = page.getByLabel('Password (optional)')
  await password.fill('abc')
  await expect(page.getByText('Too short: 5 more characters needed. Press Generate')).toBeVisible()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(page.getByText('Too short: 5 more characters needed.')).toBeHidden()
  await expect(page.getByRole('figure', { name: 'QR code of the link' })).toHaveCount(0)

  await password.fill('abcdefghij')
  await expect(page.getByText('Weak: it follows the alphabet or counts up. Press Generate')).toBeVisible()
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByText('Strong: hard to guess.')).toBeVisible()
  await expect(password).toHaveValue(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByText('Use at least 8 characters.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy password' }).click()
  await expect(page.getByText('Password copied')).toBeVisible()
  const generated = await password.inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('figure', { name: 'QR code of the link' })).toBeVisible()
  const address = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()

  const visitor = await newPage(browser)
  await visitor.page.goto(address)
  await visitor.page.getByLabel('Password', { exact: true }).fill(generated)
  await visitor.page.keyboard.press('Enter')
  await expect(visitor.page.getByRole('heading', { name: NAME })).toBeVisible()
  await closeAll({ page, ...ada }, visitor)
})

test('a link that is being made is never left behind unseen', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  const letGo = server.gate.holdRequests(({ method, path: at }) => method === 'POST' && /\/share_links(\?|$)/.test(at))
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Close' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await closeAll(ada)
})

test('several people are given a file at once, and who is not found is named', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const others = [await personIn(browser, server.url, 'bob'), await personIn(browser, server.url, 'bob')]
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  const list = [...others.map(({ email }) => email), 'nobody@example.org'].join('\n')
  await page.getByLabel('Email of a colleague').evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, list)
  await page.getByRole('button', { name: 'Share file' }).click()
  const found = page.getByRole('region', { name: 'People who were found' })
  await expect(found.getByText('First contact')).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('Left out: nobody@example.org.')
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Share file with 2 people' }).click()
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toHaveCount(2)
  for (const other of others) {
    await other.page.getByRole('link', { name: 'Shared', exact: true }).click()
    await expect(other.page.getByText(NAME)).toBeVisible()
  }
  await closeAll(ada, ...others)
})

test('sharing works with the keyboard alone', async ({ browser }) => {
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personWithoutPage(server.url, 'bob')]
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))

  await page.getByRole('grid', { name: 'Files' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await tabTo(page, 'menuitem', 'Share', 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email of a colleague')).toBeFocused()
  await page.keyboard.type(bob.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('First contact: their keys will be remembered.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
  await expect(page.getByLabel('Email of a colleague')).toBeFocused()
  await expect(page.getByText('Fill in this field.')).toHaveCount(0)
  await tabTo(page, 'button', 'Create link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Share / })).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Files' })).toBeFocused()

  await page.keyboard.press('Shift+F10')
  await tabTo(page, 'menuitem', 'Stop sharing', 'ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Stop sharing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('File Unshared')).toBeVisible()
  await expect(rowOf(page, NAME).getByText('Only you', { exact: true })).toBeVisible()
  await closeAll(ada)
})

test('the dialog, both lists and the page of a link are accessible', async ({ browser }) => {
  test.setTimeout(300_000)
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personIn(browser, server.url, 'bob')]
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  await shareAtFirstContact(page, bob.email)
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const address = await makeLink(page, {})
  await expect(page.getByRole('figure', { name: 'QR code of the link' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(page.getByText(/^Link\s· Made/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(bob.page.getByText('From Ada Example')).toBeVisible()
  await expectAccessibleEverywhere(bob.page)
  const visitor = await newPage(browser)
  await visitor.page.goto(address)
  await expect(visitor.page.getByRole('heading', { name: NAME })).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)
  await closeAll(ada, bob, visitor)
})

/** In the open dialog. */
async function safetyNumber(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email of a colleague').fill(email)
  await page.getByRole('button', { name: 'Share file' }).click()
  await page.getByRole('button', { name: 'Compare the safety number' }).click()
  const groups = page.getByRole('list', { name: 'Safety number' }).getByRole('listitem')
  await expect(groups).toHaveCount(12)
  return (await groups.allInnerTexts()).join(' ')
}
