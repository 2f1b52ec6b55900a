import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, type Page, expect as expectSoon } from '@playwright/test'
import { dismissToasts } from '../../e2e/support/accessible.ts'
import { openPreparedVault, prepareVault } from '../../e2e/support/account/prepared-person.ts'
import { rowOf } from '../../e2e/support/sharing.ts'
import { ADA, BOB, DRAWING, fillVault } from './example-vault.ts'

const SIZE = { width: 1440, height: 860 }
/** Without sidebar and header. */
const CONTENT = { x: 256, y: 56, width: 784, height: 620 }
/** Of pages that are shown in half a column. */
const SMALL = { width: 1040, height: 760 }
/** The same shape, as wide as the table of the audit log. */
const WIDE = { width: 1272, height: 860 }
const WIDE_CONTENT = { x: 256, y: 56, width: 1016, height: 803 }
const PHONE = { width: 390, height: 720 }
/** Between a plain and a doubled screen: letters stay sharp, and a picture stays below 60 KB. */
const SCALE = 1.5
const QUALITY = 0.75
/** A busy machine takes longer than a test would wait. */
const expect = expectSoon.configure({ timeout: 60_000 })
/** Photographs the app with a person's example files, in both schemes: what the pages `/` and `/features` show. */
export async function takeProductPictures(browser: Browser, folder: string, url: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: SCALE })
  const page = await context.newPage()
  // The first account is the administrator, who sees the audit log.
  await openPreparedVault(page, url, ADA)
  await prepareVault(url, BOB)
  await fillVault(page)
  await takeFiles(page, folder)
  const request = await makeRequest(page)
  await page.setViewportSize(SMALL)
  await takePage(page, 'Security', path.join(folder, 'security'))
  await page.setViewportSize(WIDE)
  await takePage(page, 'Audit Logs', path.join(folder, 'audit-log'), WIDE_CONTENT)
  await context.close()
  await takeRequest(browser, request, path.join(folder, 'request'))
}

/** The list with the details of the drawing beside it. */
async function takeFiles(page: Page, folder: string): Promise<void> {
  await rowOf(page, DRAWING).click()
  if ((await page.getByRole('complementary', { name: `Details of ${DRAWING}` }).count()) === 0)
    await page.keyboard.press('i')
  await expect(
    page
      .getByRole('complementary')
      .getByText(/Bob Example/)
      .first(),
  ).toBeVisible()
  await take(page, path.join(folder, 'files'))
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await take(page, path.join(folder, 'files-phone'))
  await page.setViewportSize(SIZE)
}

/** @param name of its link in the sidebar. */
async function takePage(page: Page, name: string, file: string, clip = CONTENT): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await expect(page.getByText(/^(Checking|Pending|The ledger is not signed)/)).toHaveCount(0)
  await take(page, file, clip)
}

/** @returns the address that somebody without an account opens. */
async function makeRequest(page: Page): Promise<string> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Request files' }).click()
  await page.getByLabel('What you ask for').fill('Readings of the gateway in hall 4')
  await page.getByLabel(/Note for the sender/).fill('One file a day. The request ends by itself.')
  await page.getByRole('button', { name: 'Create request' }).click()
  const address = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return address
}

async function takeRequest(browser: Browser, address: string, file: string): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true })
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await take(page, file)
  await context.close()
}

async function take(page: Page, file: string, clip?: typeof CONTENT): Promise<void> {
  await page.waitForLoadState('networkidle')
  await dismissToasts(page)
  await page.mouse.move(0, 0)
  // The frame of the focus belongs to somebody who types.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    const png = await page.screenshot(clip && { clip })
    fs.writeFileSync(`${file}-${colorScheme}.webp`, await asWebp(page.context(), png))
  }
}

async function asWebp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  const address = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY] as const,
  )
  await page.close()
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
