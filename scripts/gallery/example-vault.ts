import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect as expectSoon } from '@playwright/test'
import { chooseFiles, dialogOf } from '../../e2e/support/account/person.ts'
import { makeLink, rowOf, shareAtFirstContact } from '../../e2e/support/sharing.ts'

/** A busy machine takes longer than a test would wait. */
const expect = expectSoon.configure({ timeout: 60_000 })
const PASSWORD = 'a password of mine'
export const ADA = { email: 'ada@example.org', password: PASSWORD, firstName: 'Ada' }
export const BOB = { email: 'bob@example.org', password: PASSWORD, firstName: 'Bob' }
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
export const DRAWING = 'Pump housing, revision C.png'

/** At an empty vault: folders, files, tags, something shared with a colleague and something behind a link. */
export async function fillVault(page: Page): Promise<void> {
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
