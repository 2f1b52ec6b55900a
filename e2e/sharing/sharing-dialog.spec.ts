import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import type { Stage } from '../support/transfers.ts'
import {
  closeAll,
  makeLink,
  newPage,
  personIn,
  personWithoutPage,
  rowOf,
  storeFile,
  tabTo,
} from '../support/sharing.ts'
import { test } from '../support/shared-stage.ts'

const NAME = 'Plan.pdf'
/** First in the list. */
const KEYS_NAME = 'A letter.pdf'

let server: Stage
let folder: string
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-dialog-'))
  for (const name of [NAME, KEYS_NAME]) fs.writeFileSync(path.join(folder, name), 'a plan')
})
test.afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
})

test('somebody unknown cannot be shared with, safety numbers agree, and several people are given a file at once', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personIn(browser, server.url, 'bob')]
  for (const { page } of [ada, bob]) {
    await storeFile(page, path.join(folder, NAME))
    await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  }
  await test.step('somebody unknown, and the safety number on both screens', () => compare(ada, bob))
  await test.step('several people, and who is not found is named', async () => {
    const others = [await personWithoutPage(server.url, 'bob'), await personWithoutPage(server.url, 'bob')]
    await ada.page.getByLabel('Email of a colleague').fill('')
    await shareWithSeveral(ada.page, [bob.email, ...others.map(({ email }) => email)])
  })
  await bob.page.keyboard.press('Escape')
  await test.step('the dialog, both lists and the page of a link are accessible', () => everyScreen(browser, ada, bob))
  await closeAll(ada, bob)
})

type Somebody = { page: Page; email: string }

async function compare(ada: Somebody, bob: Somebody): Promise<void> {
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
}

async function shareWithSeveral(page: Page, emails: string[]): Promise<void> {
  const list = [...emails, 'nobody@example.org'].join('\n')
  await page.getByLabel('Email of a colleague').evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, list)
  await page.getByRole('button', { name: 'Share file' }).click()
  const found = page.getByRole('region', { name: 'People who were found' })
  // The keys of one of them were compared before.
  await expect(found.getByText('First contact')).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('Left out: nobody@example.org.')
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Share file with 3 people' }).click()
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toHaveCount(3)
}

async function everyScreen(browser: Browser, { page }: Somebody, bob: Somebody): Promise<void> {
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
  await closeAll(visitor)
}

test('a link has a good password and is never left behind unseen, and the keyboard alone is enough', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  await test.step('the password has a length, or is generated and copied', () => linkPassword(browser, page))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Who has access to ${NAME}` }).click()
  await test.step('a link that is being made is not left behind', () => leaveTooEarly(page))
  const { email } = await personWithoutPage(server.url, 'bob')
  await test.step('the keyboard alone', () => shareByKeyboard(page, email))
  await closeAll(ada)
})

async function linkPassword(browser: Browser, page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
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
  await closeAll(visitor)
}

async function leaveTooEarly(page: Page): Promise<void> {
  const letGo = server.gate.holdRequests(({ method, path: at }) => method === 'POST' && /\/share_links(\?|$)/.test(at))
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Close' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function shareByKeyboard(page: Page, email: string): Promise<void> {
  await storeFile(page, path.join(folder, KEYS_NAME))
  await page.getByRole('grid', { name: 'Files' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await tabTo(page, 'menuitem', 'Share', 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email of a colleague')).toBeFocused()
  await page.keyboard.type(email)
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
  await expect(rowOf(page, KEYS_NAME).getByText('Only you', { exact: true })).toBeVisible()
}

/** In the open dialog. */
async function safetyNumber(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email of a colleague').fill(email)
  await page.getByRole('button', { name: 'Share file' }).click()
  await page.getByRole('button', { name: 'Compare the safety number' }).click()
  const groups = page.getByRole('list', { name: 'Safety number' }).getByRole('listitem')
  await expect(groups).toHaveCount(12)
  return (await groups.allInnerTexts()).join(' ')
}
