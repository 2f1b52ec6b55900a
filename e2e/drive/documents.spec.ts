import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, signIn, watchPage } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

const COLORS = ['#6366f1', '#8b5cf6', '#06b6d4', '#10b981', '#f59e0b', '#ef4444', '#ec4899', '#84cc16']

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('folders and tags sort documents', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, [
    makeFile(stage.folder, 'Contract.pdf', 2.5 * 1024 * 1024),
    makeFile(stage.folder, 'Memo.txt', 10),
  ])
  await expect(rowOf(page, 'Contract.pdf')).toBeVisible()
  await expect(rowOf(page, 'Memo.txt')).toBeVisible()

  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page).toHaveURL(/\?tab=documents$/)
  await expect(page.getByRole('heading', { name: 'Document Manager' })).toBeVisible()
  await expect(rowOf(page, 'Contract.pdf')).toContainText('2.50 MB')
  await expect(rowOf(page, 'Memo.txt')).toContainText('< 0.01 MB')

  await page.getByRole('button', { name: 'New Tag' }).click()
  await page.getByLabel('Tag name').fill('   ')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Tag name').fill('  Urgent ')
  const colors = page.getByRole('group', { name: 'Colour' }).getByRole('radio')
  expect(await colors.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(COLORS)
  await expect(page.getByRole('radio', { name: 'Indigo' })).toBeChecked()
  await page.getByRole('radio', { name: 'Red' }).check()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByText('Tag created successfully')).toBeVisible()
  const tag = page.getByRole('button', { name: 'Urgent', exact: true })
  await expect(tag).toBeVisible()
  await expect(tag.locator('[aria-hidden]').first()).toHaveCSS('background-color', 'rgb(239, 68, 68)')

  await page.getByRole('button', { name: 'Tags of Contract.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Add Urgent tag' }).click()
  await expect(page.getByText('Tag added to file')).toBeVisible()
  await expect(rowOf(page, 'Contract.pdf')).toContainText('Urgent')
  const search = page.getByPlaceholder('Search files...')
  await search.fill('MEMO')
  await expect(rowOf(page, 'Contract.pdf')).toHaveCount(0)
  await expect(rowOf(page, 'Memo.txt')).toBeVisible()
  await search.fill('')
  await tag.click()
  await expect(rowOf(page, 'Memo.txt')).toHaveCount(0)
  await expect(rowOf(page, 'Contract.pdf')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await test.step('on a phone the files come first', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    const filters = page.getByRole('button', { name: 'Folders and tags: Urgent' })
    await expect(tag).toHaveCount(0)
    expect((await rowOf(page, 'Contract.pdf').boundingBox())?.y).toBeLessThan(400)
    await filters.click()
    await expectAccessible(page)
    await tag.click()
    await expect(page.getByRole('button', { name: 'Folders and tags', exact: true })).toBeVisible()
    await page.setViewportSize(before)
    await tag.click()
  })
  await tag.click()
  await expect(rowOf(page, 'Memo.txt')).toBeVisible()

  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('  ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Folder name').fill('Legal')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Folder created successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Legal', exact: true }).click()
  await expect(page.getByText('No files found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'All Files' }).click()

  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Remove Urgent tag' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag removed from file')).toBeVisible()

  await page.getByRole('button', { name: 'Tag Urgent: more' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete tag' }).click()
  await expect(page.getByText('Tag deleted successfully')).toBeVisible()
  await expect(page.getByText('No tags yet')).toBeVisible()
  await page.getByRole('button', { name: 'Folder Legal: more' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Folder deleted successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Legal', exact: true })).toHaveCount(0)
  expect(problems).toEqual([])
})

test('on a device that knows no list yet, the documents say that they are loading', async ({ page, browser }) => {
  const person = await newPerson(page, stage.gate.url)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${stage.gate.url}/login`)
  const letGo = stage.gate.holdAnswers(({ path }) => /\/(folders\?|rpc\/file_changes)/.test(path))
  await signIn(other, person)
  await other.getByRole('tab', { name: 'Documents' }).click()
  await expect(other.getByText('Loading...', { exact: true })).toBeVisible()
  letGo()
  await expect(other.getByText('No files found matching your criteria')).toBeVisible()
  await expect(other.getByText('Loading...', { exact: true })).toHaveCount(0)
  await context.close()
})
