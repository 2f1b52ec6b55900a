import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import { type Stage, hashOf, makeFile, newPerson, rowOf, openRow } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

test('a selection with a folder is saved as one archive; a damaged file fails it by name', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  const top = makeFile(stage.folder, 'top.bin', 3 << 20)
  const inside = makeFile(stage.folder, 'naïve ☃.txt', 700)
  fs.utimesSync(inside, new Date('2019-07-06T12:00:00Z'), new Date('2019-07-06T12:00:00Z'))
  await chooseFiles(page, top)
  await expect(rowOf(page, 'top.bin')).toBeVisible()
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('Box')
  await page.keyboard.press('Enter')
  await openRow(page, 'Box')
  await expect(page.getByText('This folder is empty')).toBeVisible()
  const before = new Set(blobs())
  await chooseFiles(page, inside)
  await expect(rowOf(page, 'naïve ☃.txt')).toBeVisible()
  await page.goBack()
  await dismissToasts(page)

  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^QuantumShield \d{4}-\d\d-\d\d\.zip$/)
  const out = path.join(stage.folder, 'out')
  execFileSync('python3', ['-m', 'zipfile', '-e', await saved.path(), out])
  // Its own date, not that of the upload.
  expect(execFileSync('python3', ['-m', 'zipfile', '-l', await saved.path()]).toString()).toMatch(/txt +2019-07-06/)
  const unpacked = fs.readdirSync(out, { recursive: true, encoding: 'utf8' })
  expect(new Set(unpacked)).toEqual(new Set(['Box', 'Box/naïve ☃.txt', 'top.bin']))
  expect(hashOf(`${out}/top.bin`)).toBe(hashOf(top))
  expect(hashOf(`${out}/Box/naïve ☃.txt`)).toBe(hashOf(inside))
  await expect(page.getByText(/\.zip has been decrypted and downloaded/)).toBeVisible()

  for (const blob of blobs().filter((one) => !before.has(one))) flipLastByte(blob)
  const failing = page.waitForEvent('download')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Download as ZIP' }).press('Enter')
  expect(await (await failing).failure()).toBeTruthy()
  expect((await failing).suggestedFilename()).toBe('Box.zip')
  await expect(page.getByText('Failed at Box/naïve ☃.txt; nothing of the archive was saved.')).toBeVisible()
  expect(problems).toEqual([])
})

function blobs(): string[] {
  return fs
    .readdirSync(path.join(stage.server.dataDir, 'storage/blobs'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function flipLastByte(file: string): void {
  const bytes = fs.readFileSync(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}
