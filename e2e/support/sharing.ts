import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type Page, expect } from '@playwright/test'
import { typeAsPeopleDo } from './firefox/typing.ts'
import { type Person, chooseFiles, watchPage } from './account/person.ts'
import { openPreparedVault, prepareVault } from './account/prepared-person.ts'

export type Tab = { page: Page; problems: string[] }

export async function newPage(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (browser.browserType().name() !== 'chromium') await typeAsPeopleDo(context)
  const page = await context.newPage()
  return { page, problems: watchPage(page) }
}

type Name = 'ada' | 'bob'

/** Somebody new with an open vault, in a browser of their own. */
export async function personIn(browser: Browser, url: string, name: Name): Promise<Tab & Person> {
  const tab = await newPage(browser)
  const person = newPersonCalled(name)
  await openPreparedVault(tab.page, url, person)
  return { ...tab, ...person }
}

/** Somebody new with a vault, whom others find and who does nothing: without a browser, which costs most of a test's time. */
export async function personWithoutPage(url: string, name: Name): Promise<Person> {
  const person = newPersonCalled(name)
  await prepareVault(url, person)
  return person
}

function newPersonCalled(name: Name): Person {
  const email = `${name}-${randomBytes(4).toString('hex')}@example.org`
  return { email, password: 'a password of mine', firstName: name === 'ada' ? 'Ada' : 'Bob' }
}

export async function closeAll(...tabs: Tab[]): Promise<void> {
  await Promise.all(tabs.map(({ page }) => page.context().close()))
}

/** Nobody looks at this window any more: its lists stay as they are. */
export async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
}

export async function storeFile(page: Page, file: string): Promise<void> {
  await chooseFiles(page, file)
  await expect(rowOf(page, path.basename(file))).toBeVisible()
}

/** A person of the table that managers see; other members have a list. */
export const rowOfMember = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: name })

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A row of a list with its own buttons. */
export const rowOfList = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

/** In the open dialog, with somebody whose keys this vault does not know: it shows them before the second press. */
export async function shareAtFirstContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email of a colleague').fill(email)
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByText('First contact: their keys will be remembered.')).toBeVisible()
  await page.getByRole('button', { name: 'Share file' }).click()
}

/** In the open dialog, with somebody whose keys this vault knows: they are given the file at once. */
export async function shareWithKnown(page: Page, email: string): Promise<void> {
  const field = page.getByLabel('Email of a colleague')
  await field.fill(email)
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(field).toHaveValue('')
}

/** In the open dialog. @returns the address. */
export async function makeLink(page: Page, wanted: { password?: string; downloads?: string }): Promise<string> {
  await page.getByRole('button', { name: 'Set end, limit or password' }).click()
  await page.getByLabel('Password (optional)').fill(wanted.password ?? '')
  await page.getByLabel(/Download limit/).fill(wanted.downloads ?? '')
  await page.getByRole('button', { name: 'Create link' }).click()
  return page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
}

/** Presses `key` until the control has the focus, as a person would. */
export async function tabTo(
  page: Page,
  role: 'button' | 'menuitem' | 'tab' | 'slider' | 'textbox' | 'checkbox',
  name: string | RegExp,
  key = 'Tab',
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 30; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(name)} cannot be reached with ${key}`)
}

export async function downloaded(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return hashOf(fs.readFileSync(await (await started).path()))
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
