import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, type Page, expect as expectSoon } from '@playwright/test'
import { dismissToasts } from '../e2e/support/accessible.ts'
import { chooseFiles, dialogOf } from '../e2e/support/person.ts'
import { openPreparedVault, prepareVault } from '../e2e/support/prepared-person.ts'
import { makeLink, rowOf, shareAtFirstContact } from '../e2e/support/sharing.ts'

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
const PASSWORD = 'a password of mine'
const ADA = { email: 'ada@example.org', password: PASSWORD, firstName: 'Ada' }
const BOB = { email: 'bob@example.org', password: PASSWORD, firstName: 'Bob' }
/** Names with the sizes that they are given. */
const FILES = [
  ['Board minutes 2026-11.pdf', 248_000],
  ['Patent draft.docx', 1_200_000],
  ['Interview notes.txt', 14_000],
  ['Trial results.xlsx', 3_700_000],
  ['Supplier contract.pdf', 610_000],
] as const
const FOLDERS = [
  ['Clinical trial 0417', 'Protocol.pdf', 'Consent form.pdf', 'Week 12.xlsx'],
  ['Contracts', 'Foundry.pdf', 'Carrier.pdf'],
] as const
const DRAWING = 'Pump housing, revision C.png'

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

async function fillVault(page: Page): Promise<void> {
  for (const [name, ...files] of FOLDERS) {
    await page.getByRole('button', { name: 'New Folder' }).click()
    await page.getByLabel('Folder name').fill(name)
    await page.getByRole('button', { name: 'Create folder' }).click()
    await rowOf(page, name).dblclick()
    await upload(page, Object.fromEntries(files.map((file) => [file, Buffer.alloc(90_000, file)])))
    await page.goBack()
  }
  const files = Object.fromEntries(FILES.map(([name, bytes]) => [name, Buffer.alloc(bytes, name)]))
  await upload(page, { ...files, [DRAWING]: await drawPart(page) })
  await page.getByRole('button', { name: 'Clear finished' }).click()
  await tag(page, 'Board minutes 2026-11.pdf', 'Board', 'Red')
  await tag(page, DRAWING, 'Design', 'Cyan')
  await share(page, DRAWING, () => shareAtFirstContact(page, BOB.email))
  await share(page, 'Supplier contract.pdf', () => makeLink(page, { downloads: '3' }))
}

async function upload(page: Page, files: Record<string, Buffer>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-pictures-'))
  const names = Object.keys(files)
  for (const name of names) fs.writeFileSync(path.join(folder, name), files[name] ?? '')
  await chooseFiles(
    page,
    names.map((name) => path.join(folder, name)),
  )
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
  fs.rmSync(folder, { recursive: true })
}

async function tag(page: Page, file: string, name: string, colour: string): Promise<void> {
  await rowOf(page, file).click()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Tags…' }).press('Enter')
  await page.getByRole('button', { name: 'New Tag' }).press('Enter')
  await page.getByLabel('Tag name').fill(name)
  await page.getByRole('radio', { name: colour }).check()
  await page.getByRole('button', { name: 'Create and add' }).click()
  await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await page.getByRole('button', { name: 'Done' }).click()
}

async function share(page: Page, file: string, withWhom: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: `Share ${file}`, exact: true }).click()
  await withWhom()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
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

/** A technical drawing, so that the details show a picture. */
async function drawPart(page: Page): Promise<Buffer> {
  const bolts = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4
    return `<circle cx="${400 + 190 * Math.cos(angle)}" cy="${300 + 190 * Math.sin(angle)}" r="16"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/>
    <g fill="none" stroke="#0d1b1e" stroke-width="4"><circle cx="400" cy="300" r="240"/><circle cx="400" cy="300" r="130"/>
    <circle cx="400" cy="300" r="60"/>${bolts.join('')}</g>
    <g stroke="#9a4712" stroke-width="2" stroke-dasharray="24 8 4 8"><path d="M400 20V580M120 300H680"/></g></svg>`
  const drawn = await page.context().newPage()
  await drawn.setViewportSize({ width: 800, height: 600 })
  await drawn.setContent(`<style>body{margin:0}</style>${svg}`)
  const png = await drawn.screenshot({ scale: 'css' })
  await drawn.close()
  return png
}
