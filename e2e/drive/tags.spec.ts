import { expect } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, dialogOf, watchPage } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

test('files are tagged where they are, and found by it', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await chooseFiles(
    page,
    ['Contract.pdf', 'Memo.txt', 'Plan.txt'].map((name) => makeFile(stage.folder, name, 100)),
  )
  for (const name of ['Contract.pdf', 'Memo.txt', 'Plan.txt']) await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter by tag' })).toHaveCount(0)
  await dismissToasts(page)
  const grid = page.getByRole('grid')

  await test.step('a new tag for one file, by its menu and the keyboard', async () => {
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Tags…' }).press('Enter')
    await page.getByRole('button', { name: 'New Tag' }).press('Enter')
    await expect(page.getByLabel('Tag name')).toBeFocused()
    await page.keyboard.type('Urgent')
    await page.getByRole('radio', { name: 'Red' }).check()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Create and add' }).click()
    await expect(page.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, 'Contract.pdf')).toContainText('Urgent')
    await expect(grid).toBeFocused()
  })

  await test.step('for several at once: half ticked, then all', async () => {
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    const urgent = dialogOf(page).getByRole('checkbox', { name: 'Urgent' })
    await expect(urgent).toBeChecked({ indeterminate: true })
    await urgent.click()
    await expect(page.getByText('Tag added to 2 files')).toBeVisible()
    await expect(urgent).toBeChecked()
    await page.getByRole('button', { name: 'Done' }).click()
    await rowOf(page, 'Memo.txt').click()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await dialogOf(page).getByRole('checkbox', { name: 'Urgent' }).click()
    await expect(page.getByText('Tag removed from file')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Memo.txt')).not.toContainText('Urgent')
    await page.keyboard.press('Escape')
  })

  await test.step('the list is narrowed to a tag, at an address of its own', async () => {
    await page.getByRole('button', { name: 'Filter by tag' }).click()
    await page.getByRole('menuitem', { name: 'Urgent' }).click()
    await expect(page).toHaveURL(/[?&]tag=/)
    await expect(rowOf(page, 'Memo.txt')).toHaveCount(0)
    await expect(rowOf(page, 'Plan.txt')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Stop filtering by Urgent' }).click()
    await expect(rowOf(page, 'Memo.txt')).toBeVisible()
  })

  await test.step('search finds it, and details show it', async () => {
    await page.getByRole('searchbox').fill('urge')
    await expect(rowOf(page, 'Contract.pdf')).toBeVisible()
    await expect(rowOf(page, 'Memo.txt')).toHaveCount(0)
    await rowOf(page, 'Contract.pdf').click()
    await page.keyboard.press('i')
    await expect(page.getByRole('complementary', { name: 'Details of Contract.pdf' })).toContainText('Urgent')
  })
  expect(problems).toEqual([])
})
