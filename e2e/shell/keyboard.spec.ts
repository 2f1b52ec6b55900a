import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Locator, type Page, expect } from '@playwright/test'
import { mailedLink, watchPage, expectOpenVault } from '../support/account/person.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

const LONGEST_WAY = 40
const email = 'keys@example.org'
const password = 'a password of mine'
const linkPassword = 'a password of the link'

// As most people see it; `playwright.config.ts` asks for less elsewhere.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('from sign-up to sign-out with the keyboard alone', async ({ page, browser }) => {
  const problems = watchPage(page)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-keys-'))
  const file = path.join(folder, 'Letter.pdf')
  fs.writeFileSync(file, randomBytes(4000))
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await page.goto(`${server.url}/login`)
  await tabTo(page, page.getByRole('link', { name: 'Create one' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signup$/)
  for (const [label, value] of [
    ['First name', 'Kay'],
    ['Last name', 'Board'],
    ['Email', email],
    ['Password', password],
    ['Confirm password', password],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
  await tabTo(page, page.getByRole('checkbox', { name: /agree/i }))
  await page.keyboard.press('Space')
  await tabTo(page, button('Start Free Trial'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toHaveAttribute('href', '/dev/mailbox')

  await page.goto(await mailedLink(page, server.url, email))
  await tabTo(page, page.getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email confirmed.')).toBeVisible()
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await keepKit(page)

  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, button('Choose files to upload'))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(file)
  await expect(page.getByRole('row').filter({ hasText: 'Letter.pdf' })).toBeVisible()

  await tabTo(page, page.getByRole('grid'))
  await page.keyboard.press('F2')
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Reply.pdf')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Reply.pdf' })).toBeVisible()
  await expect(page.getByRole('grid')).toBeFocused()

  await page.keyboard.press('Shift+F10')
  await arrowTo(page, page.getByRole('menuitem', { name: /Rename/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('Answer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Answer.pdf' })).toBeVisible()
  await expect(page.getByRole('grid')).toBeFocused()

  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await arrowTo(page, page.getByRole('menuitem', { name: /Download/ }))
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('Answer.pdf')

  await test.step('a link, which opens in another browser', async () => {
    const visitor = await browser.newContext()
    await openLink(await visitor.newPage(), await makeLink(page), fs.readFileSync(file))
    await visitor.close()
    await expect(page.getByRole('grid')).toBeFocused()
  })

  await tabTo(page, page.getByRole('grid'))
  await page.keyboard.press('Delete')
  await expect(page.getByRole('row').filter({ hasText: 'Answer.pdf' })).toHaveCount(0)

  await tabTo(page, page.getByRole('link', { name: 'Trash' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('grid'))
  await page.keyboard.press('Delete')
  await tabTo(page, button('Delete for good'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The trash is empty')).toBeVisible()

  await tabTo(page, button('Logout').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  expect(problems).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

/** From the list to a link with a password and an end. @returns its address, as the clipboard has it */
async function makeLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await arrowTo(page, page.getByRole('menuitem', { name: 'Share', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Set end, limit or password' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Ends after (days)')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('3')
  await tabTo(page, page.getByLabel('Password (optional)'))
  await page.keyboard.type(linkPassword)
  await tabTo(page, page.getByRole('button', { name: 'Create link' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Copy link' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link copied')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Share / })).toHaveCount(0)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** What somebody without an account does with the link; the file is the one that was stored. */
async function openLink(page: Page, address: string, bytes: Buffer): Promise<void> {
  const problems = watchPage(page)
  await page.goto(address)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(linkPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Answer.pdf' })).toBeVisible()
  const download = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: 'Download file' }))
  await page.keyboard.press('Enter')
  expect(fs.readFileSync(await (await download).path()).equals(bytes)).toBe(true)
  expect(problems).toEqual([])
}

/** The three steps of the recovery kit. */
async function keepKit(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your recovery kit' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Make my keys' }))
  await page.keyboard.press('Enter')
  const items = page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem')
  await expect(items).toHaveCount(24)
  const words = (await items.allInnerTexts()).map((text) => /([a-z]+)\s*$/.exec(text)?.[1] ?? '')
  await tabTo(page, page.getByRole('button', { name: 'I saved the words' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Word \d+$/)).toHaveCount(3)
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await tabTo(page, field)
    await page.keyboard.type(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await page.keyboard.press('Enter')
  await expectOpenVault(page)
}

/** Presses Tab until the element has the focus, and sees to it that the focus shows. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressTo(page, target, 'Tab')
  const isShown = await target.evaluate((element) => {
    // In a grid it is the row under the cursor that shows it.
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '') ?? element
    const { outlineStyle, boxShadow } = getComputedStyle(active)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  })
  expect(isShown, `the focus on ${String(target)} shows`).toBe(true)
}

async function arrowTo(page: Page, target: Locator): Promise<void> {
  await pressTo(page, target, 'ArrowDown')
}

async function pressTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < LONGEST_WAY; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(target)}`)
}
