import { randomBytes } from 'node:crypto'
import { openRow } from '../support/transfers.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles } from '../support/account/person.ts'
import { closeAll, hashOf, newPage, personIn, rowOf } from '../support/sharing.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

const TEXT = 'words that only the visitor reads'
const CONTENT: Record<string, Buffer> = {
  'note.txt': Buffer.from(TEXT),
  'data.bin': randomBytes(400_000),
  'more.bin': randomBytes(2000),
  'late.txt': Buffer.from('late'),
}

let server: Stage
let folder: string
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-folder-links-'))
  for (const [name, content] of Object.entries(CONTENT)) fs.writeFileSync(path.join(folder, name), content)
})
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a folder behind a link: a guest previews one file and saves all, and the owner changes and ends the link', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await makeFolder(page, 'Plans', ['note.txt', 'data.bin'])
  await makeFolder(page, 'Drafts', ['more.bin'])
  await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
  await dismissToasts(page)

  const dialog = page.getByRole('dialog', { name: 'Share all 3 files in Plans' })
  const address = await test.step('the dialog says what the link opens, and what it does not', async () => {
    await rowOf(page, 'Plans').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Share files in it' }).click()
    await expect(dialog.getByText('Anyone with the link opens these 3 files')).toBeVisible()
    await expect(
      dialog.getByText('This shares what is in the folder now. Files added later are not included.'),
    ).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Set end, limit or password' }).click()
    await dialog.getByLabel(/Download limit/).fill('2')
    await dialog.getByLabel('Your name for visitors').fill('Ada')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByText('Anyone with this link opens the 3 files.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    return dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  })
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Plans')).toContainText('Link, 7 days left')

  const visitor = await newPage(browser)
  const guest = visitor.page
  await test.step('a guest previews one file and saves it', async () => {
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: 'Plans' })).toBeVisible()
    const list = guest.getByRole('list', { name: 'Files of this link' })
    await expect(list.getByRole('listitem')).toContainText(['data.bin', 'note.txt', 'more.bin'])
    await expect(list.getByRole('listitem').filter({ hasText: 'more.bin' })).toContainText('Drafts')
    await expectAccessibleEverywhere(guest)
    await guest.getByRole('button', { name: 'Preview note.txt' }).press('Enter')
    const shown = guest.getByRole('dialog', { name: 'note.txt' })
    await expect(shown.getByText(TEXT)).toBeVisible()
    await guest.keyboard.press('Escape')
    const [name, saved] = await download(guest, 'Download data.bin')
    expect(name).toBe('data.bin')
    expect(hashOf(saved)).toBe(hashOf(CONTENT['data.bin']!))
  })
  await test.step('and all of them, which is the same visit', async () => {
    const [name, saved] = await download(guest, 'Download all')
    expect(name).toBe('Plans.zip')
    const files = stored(saved)
    expect(Object.keys(files).toSorted()).toEqual(['Drafts/more.bin', 'data.bin', 'note.txt'])
    for (const [at, bytes] of Object.entries(files)) {
      expect(hashOf(bytes), at).toBe(hashOf(CONTENT[path.basename(at)]!))
    }
    await expect(guest.getByText('Plans.zip is saved.')).toBeVisible()
    await guest.reload()
    await expect(guest.getByRole('definition').last()).toHaveText('1')
  })
  expect(visitor.problems).toEqual([])

  await test.step('the owner sees it as one link, with its files, and sets a password', async () => {
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Plans · 3 files' })
    await expect(row).toContainText('1 of 2 downloads')
    await row.getByRole('button', { name: /^Show or change/ }).click()
    const shown = page.getByRole('dialog', { name: 'Link to Plans · 3 files' })
    await expect(shown.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(address)
    await shown.getByRole('button', { name: 'Show the 3 files' }).click()
    await expect(shown.getByRole('list', { name: 'Files of the link' }).getByRole('listitem')).toHaveCount(3)
    await expectAccessibleEverywhere(page)
    await shown.getByRole('button', { name: 'Change end, limit or password' }).click()
    await shown.getByRole('combobox', { name: 'Password' }).selectOption('Set a password')
    await shown.getByLabel('New password', { exact: true }).fill('another password')
    await shown.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Link changed')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('a file that is added later is not in it, which the link says', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await openRow(page, 'Plans')
    await chooseFiles(page, path.join(folder, 'late.txt'))
    await expect(rowOf(page, 'late.txt')).toBeVisible()
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    await page.getByRole('button', { name: /^Show or change the link to Plans/ }).click()
    await expect(page.getByText('One file in the folder was added or changed since.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
  })
  await test.step('a file that goes to the trash is missing, and the others open with the password', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await openRow(page, 'Plans')
    await dismissToasts(page)
    await rowOf(page, 'data.bin').click()
    await page.keyboard.press('Delete')
    await expect(rowOf(page, 'data.bin')).toHaveCount(0)
    await guest.goto('about:blank')
    await guest.goto(address)
    await guest.getByLabel('Password', { exact: true }).fill('another password')
    await guest.keyboard.press('Enter')
    await expect(guest.getByText('One file is no longer available here.')).toBeVisible()
    await expect(guest.getByRole('listitem').filter({ hasText: 'data.bin' })).toContainText('Missing')
    await expect(guest.getByRole('button', { name: 'Download data.bin' })).toHaveCount(0)
    const [, saved] = await download(guest, 'Download the other 2')
    expect(Object.keys(stored(saved)).toSorted()).toEqual(['Drafts/more.bin', 'note.txt'])
    await expectAccessibleEverywhere(guest)
  })
  await test.step('a file of it says what opens it, and ending it there ends it for all', async () => {
    await page.getByRole('button', { name: 'Who has access to note.txt' }).click()
    const access = page.getByRole('dialog', { name: 'Share note.txt' })
    const row = access.getByRole('listitem').filter({ hasText: 'Plans · 3 files' })
    await row.getByRole('button', { name: /^Stop sharing/ }).click()
    await expect(access.getByText('Only you.')).toBeVisible()
    await guest.goto('about:blank')
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: 'This link was ended' })).toBeVisible()
  })
  expect(ada.problems).toEqual([])
  await closeAll(ada, visitor)
})

/** Makes a folder where the page is, goes into it and stores files there. */
async function makeFolder(page: Page, name: string, files: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill(name)
  await page.keyboard.press('Enter')
  await openRow(page, name)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await chooseFiles(
    page,
    files.map((file) => path.join(folder, file)),
  )
  for (const file of files) await expect(rowOf(page, file)).toBeVisible()
}

async function download(page: Page, button: string): Promise<[name: string, content: Buffer]> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await started
  return [file.suggestedFilename(), fs.readFileSync(await file.path())]
}

/** Files of an archive whose content is stored as it is, by its directory at the end. */
function stored(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  for (let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0 && zip.readUInt32LE(at) === 0x02014b50;) {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const extra = at + 46 + nameLength
    const size = Number(zip.readBigUInt64LE(extra + 4))
    const offset = Number(zip.readBigUInt64LE(extra + 20))
    const content = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    files[zip.toString('utf8', at + 46, extra)] = zip.subarray(content, content + size)
    at = extra + extraLength
  }
  return files
}
