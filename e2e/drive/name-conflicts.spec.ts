import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { dragFromDesktop } from '../support/drive/drag.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import {
  type Stage,
  expectSameContent,
  hashOf,
  makeFile,
  newPerson,
  rowOf,
  startDownload,
  storedNews,
  openRow,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('an upload whose name is taken asks once; the others continue, and every answer does what it says', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
  const first = makeFile(stage.folder, 'Report.pdf', 700)
  const firstHash = hashOf(first)
  await chooseFiles(page, first)
  await expect(rowOf(page, 'Report.pdf')).toBeVisible()
  const dialog = questionOf(page)

  const second = makeFile(stage.folder, 'Report.pdf', 800)
  const secondHash = hashOf(second)
  await chooseFiles(page, [second, makeFile(stage.folder, 'Other.txt', 10)])
  await expect(dialog).toContainText('A file of this name is here already')
  await expect(dialog).toContainText('The new one is called Report (2).pdf.')
  await expectAccessibleEverywhere(page)
  await expect(page.locator('[role=row]').filter({ hasText: 'Other.txt' })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Report (2).pdf')).toBeVisible()
  expect(hashOf(await (await startDownload(page, 'Report (2).pdf')).path())).toBe(secondHash)

  await chooseFiles(page, second)
  await dialog.getByRole('radio', { name: 'Skip' }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  expect(hashOf(await (await startDownload(page, 'Report.pdf')).path())).toBe(firstHash)

  const third = makeFile(stage.folder, 'Report.pdf', 900)
  await chooseFiles(page, third)
  await dialog.getByRole('radio', { name: 'Replace' }).check()
  await expect(dialog).toContainText('What is here now is kept as an earlier version')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(rowOf(page, 'Report.pdf')).toContainText('900')
  await expect(page.getByText('Report.pdf moved to the trash')).toHaveCount(0)
  await expectSameContent(page, third)
})

test('moving asks as well: keep both gives the file another name, and undo gives back name and place', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('Box')
  await page.keyboard.press('Enter')
  await openRow(page, 'Box')
  await chooseFiles(page, makeFile(stage.folder, 'Twin.txt', 20))
  await expect(rowOf(page, 'Twin.txt')).toBeVisible()
  await page.goBack()
  const file = makeFile(stage.folder, 'Twin.txt', 30)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Twin.txt')).toBeVisible()

  await rowOf(page, 'Twin.txt').dragTo(rowOf(page, 'Box'))
  await questionOf(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Twin.txt moved to Box')).toBeVisible()
  await openRow(page, 'Box')
  await expect(rowOf(page, 'Twin (2).txt')).toBeVisible()
  expect(hashOf(await (await startDownload(page, 'Twin (2).txt')).path())).toBe(hashOf(file))

  await page.keyboard.press('Control+z')
  await expect(rowOf(page, 'Twin (2).txt')).toHaveCount(0)
  await page.goBack()
  await expectSameContent(page, file)
})

test('a folder arrives with its folders, chosen or dropped', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await test.step('chosen', () => bringFolder(page, 'A chosen project', (root) => chooseFolder(page, root)))
  await test.step('dropped', async () => {
    // The page that takes files is opened after the frame that refuses stray ones.
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await bringFolder(page, 'A dropped project', (root) => dropFromDesktop(page, root))
  })
  expect(problems).toEqual([])
})

async function bringFolder(page: Page, name: string, bring: (root: string) => Promise<void>): Promise<void> {
  const root = path.join(stage.folder, name)
  fs.mkdirSync(path.join(root, 'src/deep'), { recursive: true })
  const files = [
    makeFile(root, 'Read me.txt', 30),
    makeFile(path.join(root, 'src'), 'one.ts', 40),
    makeFile(path.join(root, 'src/deep'), 'two.ts', 50),
  ]
  await bring(root)
  await expect(rowOf(page, name)).toContainText('2 items')
  await expect(storedNews(page, '3 files have been encrypted and uploaded securely')).toBeVisible()
  await openRow(page, name)
  await expectSameContent(page, files[0] ?? '')
  await openRow(page, 'src')
  await expectSameContent(page, files[1] ?? '')
  await openRow(page, 'deep')
  await expectSameContent(page, files[2] ?? '')
}

/** Toasts are dialogs as well. */
function questionOf(page: Page) {
  return page.getByRole('dialog', { name: 'A file of this name is here already' })
}

async function chooseFolder(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Upload folder' }).click()
  await (await chooser).setFiles(folder)
}

/** Somebody brings a folder from the desktop. */
async function dropFromDesktop(page: Page, folder: string): Promise<void> {
  const dispatch = await dragFromDesktop(page, folder)
  // A person lets go once the page offers a place; a drop on a page that does not listen yet is none.
  await expect(async () => {
    await dispatch('dragEnter')
    await dispatch('dragOver')
    await expect(page.getByText('Drop files here').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await dispatch('drop')
}
