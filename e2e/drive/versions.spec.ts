import fs from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import {
  type Stage,
  expectSameContent,
  hashOf,
  makeFile,
  newPerson,
  rowOf,
  stored,
  storedNews,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
// Too narrow for details beside the list: they are a sheet.
test.use({ viewport: { width: 1200, height: 900 } })

test('a new version keeps the old one, which can be saved, restored and deleted', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  const first = makeFile(stage.folder, 'Contract.txt', 3000)
  const firstHash = hashOf(first)
  const second = makeFile(stage.folder, 'another name.txt', 4000)
  await chooseFiles(page, first)
  await expect(rowOf(page, 'Contract.txt')).toBeVisible()
  const news = storedNews(page, 'Contract.txt has been encrypted and uploaded securely')
  await expect(news).toBeVisible()
  // The second upload is not to be taken for the first.
  await page.getByRole('button', { name: 'Close transfers' }).click()
  await expect(news).toHaveCount(0)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Upload new version' }).press('Enter')
  // Both are random data under the name of a text.
  const hint = page.waitForRequest('**/rpc/hint_replacement')
  await (await chooser).setFiles(second)
  expect((await hint).postDataJSON()).toEqual({ file: expect.any(String), hint: 'random' })
  await expect(news).toBeVisible()
  await expect(rowOf(page, 'Contract.txt')).toContainText('3.91 KB')
  await expect(rowOf(page, 'another name.txt')).toHaveCount(0)
  fs.copyFileSync(second, `${stage.folder}/Contract.txt`)
  await expectSameContent(page, `${stage.folder}/Contract.txt`)
  await dismissToasts(page)

  await page.getByRole('grid').focus()
  await page.keyboard.press('i')
  const list = page.getByRole('dialog', { name: 'Contract.txt' }).getByRole('region', { name: 'Earlier versions' })
  await expect(list.getByRole('listitem')).toContainText('Version 1')
  await expect(list.getByRole('listitem')).toContainText('2.93 KB')
  await expectAccessibleEverywhere(page)
  const download = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Download version 1' }).click()
  expect(hashOf(await (await download).path())).toBe(firstHash)

  await list.getByRole('button', { name: 'Restore version 1' }).press('Enter')
  await expect(page.getByText('Version 1 is the file again')).toBeVisible()
  await expect(list.getByRole('listitem')).toContainText('Version 2')
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText('3')

  await list.getByRole('button', { name: 'Delete version 2' }).press('Enter')
  await expectAccessibleEverywhere(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete version' }).press('Enter')
  await expect(list.getByText('None. When this file is replaced')).toBeVisible()
  // Its bytes stay for the days in which it can be put back.
  expect(await stored(page, stage.gate.url)).toMatchObject({ records: 1, objects: { length: 2 } })
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Contract.txt')).toContainText('2.93 KB')
  expect(problems).toEqual([])
})
