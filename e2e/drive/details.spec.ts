import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage, dialogOf } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

test('details stand beside the list, follow its selection and stay open on this device', async ({ page }) => {
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
  const invoice = page.getByRole('complementary', { name: 'Details of Invoice.pdf' })
  await expect(invoice.getByText('Signature checked on this device')).toBeVisible()
  await expect(invoice).toContainText('Document, PDF')
  await expect(invoice).toContainText('2.93 KB')
  await expect(invoice).toContainText('Last modified')
  await expect(invoice).toContainText('Only you')
  await expect(invoice.getByRole('region', { name: 'Recent activity' })).toContainText('You uploaded Invoice.pdf')
  await expect(invoice.getByRole('region', { name: 'Recent activity' })).not.toContainText('Iris.txt')
  // Keys and algorithms unfold.
  await expect(invoice.getByText('Ed25519 and ML-DSA-65')).toBeHidden()
  await invoice.getByText('Signature checked on this device').click()
  await expect(invoice.getByText('Ed25519 and ML-DSA-65')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('the list keeps its keys, and Escape leads back to it', async () => {
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    const iris = page.getByRole('complementary', { name: 'Details of Iris.txt' })
    await expect(iris.getByText('Signature checked on this device')).toBeVisible()
    await iris.getByRole('button', { name: 'Star' }).click()
    await expect(iris.getByRole('button', { name: 'Unstar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
    await expect(iris).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('complementary', { name: 'Details', exact: true })).toContainText('2 items selected')
  })

  await test.step('the menu of a row shows them, also where they stand already', async () => {
    await rowOf(page, 'Invoice.pdf').click()
    await rowOf(page, 'Iris.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Details/ }).click()
    const iris = page.getByRole('complementary', { name: 'Details of Iris.txt' })
    await expect(iris).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(iris).toBeVisible()
  })

  await test.step('a dialog that was opened from them stays when the window gets narrower', async () => {
    const iris = page.getByRole('complementary', { name: 'Details of Iris.txt' })
    const chooser = page.waitForEvent('filechooser')
    await rowOf(page, 'Iris.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Upload new version' }).click()
    await (await chooser).setFiles(makeFile(stage.folder, 'Iris.txt', 30))
    await iris.getByRole('button', { name: /Delete version 1/ }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect(iris).toBeHidden()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(iris).toBeVisible()
  })

  await test.step('open on this device until it is closed', async () => {
    await page.getByRole('link', { name: 'Starred' }).click()
    await expect(page.getByText('Select a file or folder to see its details here.')).toBeVisible()
    await page.getByRole('button', { name: 'Hide details' }).click()
    await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
    await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0)
  })

  await test.step('on a smaller screen they are a sheet over the list', async () => {
    await page.getByRole('link', { name: 'All files' }).click()
    await expect(rowOf(page, 'Invoice.pdf')).toBeVisible()
    await showOnSmallScreen(page)
  })
  expect(problems).toEqual([])
})

async function showOnSmallScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.getByRole('button', { name: 'Show details' })).toHaveCount(0)

  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('i')
  const sheet = page.getByRole('dialog', { name: 'Invoice.pdf' })
  await expect(sheet.getByText('Signature checked on this device')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()

  // After another letter it belongs to the name that is being typed.
  await page.keyboard.type('ni')
  await expect(dialogOf(page)).toHaveCount(0)

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /Details/ }).press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Invoice.pdf' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('dialog', { name: 'Move Invoice.pdf' })).toBeVisible()
}
