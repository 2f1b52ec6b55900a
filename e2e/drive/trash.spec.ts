import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere, expectAccessibleToast } from '../support/accessible.ts'
import { chooseFiles, signIn, watchPage } from '../support/account/person.ts'
import { type Stage, expectSameContent, makeFile, newPerson, rowOf, stored, openRow } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('what is deleted can be undone, restored from the trash, and deleted for good', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  const file = makeFile(stage.folder, 'Letter.pdf', 4000)
  await chooseFiles(page, [file, makeFile(stage.folder, 'Draft.txt', 40)])
  await expect(rowOf(page, 'Draft.txt')).toBeVisible()
  await expect(rowOf(page, 'Letter.pdf')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Letter.pdf' }).click()
  await expect(page.getByText('Letter.pdf moved to the trash')).toBeVisible()
  await expectAccessibleToast(page)
  await expect(rowOf(page, 'Letter.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Letter.pdf')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all files and folders' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('2 items moved to the trash')).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL(/\?view=trash$/)
  await expect(rowOf(page, 'Letter.pdf')).toContainText('My Files')
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Restore Letter.pdf' }).click()
  await expect(page.getByText('Letter.pdf restored to My Files')).toBeVisible()
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This cannot be undone.')
  await expectAccessibleEverywhere(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByText('Draft.txt has been permanently deleted')).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()

  await page.getByRole('link', { name: 'All files' }).click()
  await expectSameContent(page, file)
  const { records, objects } = await stored(page, stage.gate.url)
  expect([records, objects.length]).toEqual([1, 1])
  expect(problems).toEqual([])
})

test('the focus stays by what was deleted or restored, and goes to the region of the list after the last', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
  const files = ['A.txt', 'B.txt', 'C.txt'].map((name) => makeFile(stage.folder, name, 10))
  await chooseFiles(page, files)
  for (const name of ['A.txt', 'B.txt', 'C.txt']) await expect(rowOf(page, name)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Files and folders' })

  await page.getByRole('button', { name: 'Delete B.txt' }).click()
  await expect(rowOf(page, 'B.txt')).toHaveCount(0)
  await expect(grid).toBeFocused()
  await expectCursorAt(page, 'C.txt')
  await page.keyboard.press('Delete')
  await expectCursorAt(page, 'A.txt')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('region', { name: 'Files and folders' })).toBeFocused()

  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore B.txt' }).click()
  await expect(rowOf(page, 'B.txt')).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Trash' })).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Restore/ }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('grid', { name: 'Trash' })).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Delete for good/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).press('Enter')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Trash' })).toBeFocused()
})

/** The row that the keys act on. */
async function expectCursorAt(page: Page, name: string): Promise<void> {
  const cursor = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant')
      return id ? document.getElementById(id)?.textContent : ''
    })
  await expect.poll(cursor).toContain(name)
}

test('a folder takes its files along; what comes back without its folder is at the top', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('Project')
  await page.keyboard.press('Enter')
  await openRow(page, 'Project')
  const file = makeFile(stage.folder, 'Plan.pdf', 300)
  await chooseFiles(page, [file, makeFile(stage.folder, 'Stays inside.pdf', 300)])
  await expect(rowOf(page, 'Stays inside.pdf')).toBeVisible()
  await expect(rowOf(page, 'Plan.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Plan.pdf' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expect(page.getByText('Project moved to the trash')).toBeVisible()
  await page.getByPlaceholder('Search encrypted files...').first().fill('Stays')
  await expect(page.getByText('No files match your search')).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(rowOf(page, 'Stays inside.pdf')).toHaveCount(0)
  await expect(rowOf(page, 'Plan.pdf')).toContainText('My Files / Project')
  await page.getByRole('button', { name: 'Restore Plan.pdf' }).click()
  await expect(page.getByText('1 item came back in My Files')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Project for good' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Folder deleted successfully')).toBeVisible()

  await page.getByRole('link', { name: 'All files' }).click()
  await expect(rowOf(page, 'Plan.pdf')).toBeVisible()
  await expectSameContent(page, file)
  expect((await stored(page, stage.gate.url)).objects).toHaveLength(1)

  await test.step('a star is kept and has a view of its own', async () => {
    await chooseFiles(page, makeFile(stage.folder, 'Plain.txt', 10))
    await expect(rowOf(page, 'Plain.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Star Plan.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Remove star from Plan.pdf' })).toBeVisible()
    await page.getByRole('link', { name: 'Starred' }).click()
    await expect(rowOf(page, 'Plan.pdf')).toContainText('in My Files')
    await expect(rowOf(page, 'Plain.txt')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Remove star from Plan.pdf' }).click()
    await expect(page.getByText('Nothing starred')).toBeVisible()
  })
})

const cornerOf = async (page: Page) => {
  const box = await page.getByRole('navigation', { name: 'View' }).boundingBox()
  return box && { right: Math.round(box.x + box.width), top: Math.round(box.y) }
}
const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

test('the switch between all files, those with a star and the trash keeps its place, also while the list loads', async ({
  page,
  browser,
}) => {
  const person = await newPerson(page, stage.gate.url)
  await chooseFiles(page, makeFile(stage.folder, 'Letter.pdf', 40))
  await expect(rowOf(page, 'Letter.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Letter.pdf' }).click()
  const phone = { width: 390, height: 844 }
  for (const screen of [{ width: 1440, height: 900 }, phone]) {
    await page.setViewportSize(screen)
    await page.getByRole('link', { name: 'All files' }).click()
    await expectHeading(page, 'My Files')
    const place = await cornerOf(page)
    expect(place).not.toBeNull()
    for (const name of ['Starred', 'Trash']) {
      await page.getByRole('link', { name, exact: true }).click()
      await expectHeading(page, name)
      expect(await cornerOf(page), `${name} at ${screen.width}`).toEqual(place)
    }
  }

  // Another device has no list to begin with.
  const other = await (await browser.newContext({ viewport: phone })).newPage()
  const letGo = stage.gate.holdRequests(({ path }) => /\/rest\/v1\/(rpc\/file_changes|folders)\b/.test(path))
  await other.goto(`${stage.gate.url}/login`)
  await signIn(other, person)
  for (const name of ['My Files', 'Trash']) {
    if (name === 'Trash') await other.getByRole('link', { name, exact: true }).click()
    await expectHeading(other, name)
    await expect(other.getByText('Loading files')).toBeAttached()
    expect(await cornerOf(other), `${name} while it loads`).toEqual(await cornerOf(page))
  }
  letGo()
  await expect(rowOf(other, 'Letter.pdf')).toBeVisible()
  expect(await cornerOf(other)).toEqual(await cornerOf(page))
  await other.context().close()
})
