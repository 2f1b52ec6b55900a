import { expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage, dialogOf } from '../support/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

test('the details of a file say what it is, who can open it and that its signature holds', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, [makeFile(stage.folder, 'Invoice.pdf', 3000), makeFile(stage.folder, 'Iris.txt', 20)])
  await expect(rowOf(page, 'Invoice.pdf')).toBeVisible()
  await expect(rowOf(page, 'Iris.txt')).toBeVisible()

  await dismissToasts(page)

  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('i')
  const sheet = page.getByRole('dialog', { name: 'Invoice.pdf' })
  await expect(sheet.getByText('The signature of this file was checked on this device.')).toBeVisible()
  await expect(sheet).toContainText('2.93 KB')
  await expect(sheet).toContainText('Last modified')
  await expect(sheet).toContainText('Only you')
  await expect(sheet.getByRole('region', { name: 'Recent activity' })).toContainText('You uploaded Invoice.pdf')
  await expect(sheet.getByRole('region', { name: 'Recent activity' })).not.toContainText('Iris.txt')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()

  // After another letter it belongs to the name that is being typed.
  await page.keyboard.type('ni')
  await expect(dialogOf(page)).toHaveCount(0)

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /Details/ }).press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Invoice.pdf' })).toBeVisible()
  expect(problems).toEqual([])
})
