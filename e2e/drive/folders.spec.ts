import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, watchPage, dialogOf } from '../support/account/person.ts'
import { type Stage, expectSameContent, makeFile, newPerson, rowOf, unlock } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('folders are made, opened, filled, walked back from, and searched through', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await createFolder(page, 'Board papers')
  await rowOf(page, 'Board papers').dblclick()
  await expect(page).toHaveURL(/\?folder=[0-9a-f-]{36}$/)
  await expect(page.getByText('This folder is empty')).toBeVisible()

  const file = makeFile(stage.folder, 'Minutes.pdf', 5000)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Minutes.pdf')).toBeVisible()
  await createFolder(page, 'November')
  await expectSameContent(page, file)
  await expectAccessibleEverywhere(page)

  await page.goBack()
  await expect(rowOf(page, 'Minutes.pdf')).toHaveCount(0)
  await expect(rowOf(page, 'Board papers')).toContainText('2 items')
  await page.getByPlaceholder('Search encrypted files...').first().fill('minut')
  await expect(rowOf(page, 'Minutes.pdf')).toContainText('in Board papers')
  await page.getByPlaceholder('Search encrypted files...').first().fill('')

  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Board papers', level: 1 })).toBeVisible()
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('a password of mine')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(rowOf(page, 'Minutes.pdf')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'My Files' }).click()
  await expect(page.getByRole('heading', { name: 'My Files', level: 1 })).toBeVisible()
  expect(problems).toEqual([])
})

test('files and folders are dragged onto folders and back out by the way at the top, and never below themselves', async ({
  page,
}) => {
  const person = await newPerson(page, stage.gate.url)
  await createFolder(page, 'Target')
  await createFolder(page, 'Inner')
  const file = makeFile(stage.folder, 'Dragged.pdf', 900)
  await chooseFiles(page, [file, makeFile(stage.folder, 'Left alone.pdf', 100)])
  await expect(rowOf(page, 'Left alone.pdf')).toBeVisible()

  await rowOf(page, 'Inner').click()
  await rowOf(page, 'Dragged.pdf').click({ modifiers: ['Control'] })
  await drag(page, rowOf(page, 'Dragged.pdf'), rowOf(page, 'Target'))

  await expect(page.getByText('2 items moved to Target')).toBeVisible()
  await expect(rowOf(page, 'Dragged.pdf')).toHaveCount(0)
  await expect(rowOf(page, 'Inner')).toHaveCount(0)
  await rowOf(page, 'Target').dblclick()
  await expect(rowOf(page, 'Inner')).toBeVisible()
  await expectSameContent(page, file)

  const top = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'My Files' })
  await drag(page, rowOf(page, 'Dragged.pdf'), top)
  await expect(rowOf(page, 'Dragged.pdf')).toHaveCount(0)
  await page.goBack()
  await expect(rowOf(page, 'Dragged.pdf')).toBeVisible()

  await page.getByRole('button', { name: 'More actions for Target' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('treeitem', { name: 'Target' }).click()
  await expect(page.getByText('A folder cannot be moved into itself.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move here' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await test.step('a double click on the button of a dialog makes one folder', async () => {
    await page.getByRole('button', { name: 'New Folder' }).click()
    await page.getByLabel('Folder name').fill('Once')
    await page.getByRole('button', { name: 'Create folder' }).dblclick()
    await expect(rowOf(page, 'Once')).toBeVisible()
    await page.reload()
    await unlock(page, person)
    await expect(rowOf(page, 'Once')).toHaveCount(1)
  })
})

test('with the keyboard alone: open, move by the tree, rename, trash and undo', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  await createFolder(page, 'Alpha')
  await createFolder(page, 'Beta')
  await chooseFiles(page, makeFile(stage.folder, 'Note.txt', 50))
  await expect(rowOf(page, 'Note.txt')).toBeVisible()
  const grid = page.getByRole('grid')
  await grid.focus()

  await page.keyboard.type('note')
  await page.keyboard.press('Shift+F10')
  await arrowTo(page, page.getByRole('menuitem', { name: 'Move to…' }))
  await page.keyboard.press('Enter')
  const tree = page.getByRole('tree', { name: 'Folders' })
  await expect(tree).toBeFocused()
  await expect(page.getByRole('button', { name: 'Move here' })).toBeDisabled()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('treeitem', { name: 'Alpha' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note.txt moved to Alpha')).toBeVisible()
  await expect(grid).toBeFocused()
  await expect(rowOf(page, 'Note.txt')).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expect(rowOf(page, 'Note.txt')).toBeVisible()

  await page.keyboard.type('alpha')
  await page.keyboard.press('F2')
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Archive')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Archive')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, 'Alpha')).toBeVisible()

  await page.keyboard.press('Delete')
  await expect(rowOf(page, 'Alpha')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, 'Alpha')).toBeVisible()
  await expect(
    page.getByRole('dialog', { name: 'Undone' }).filter({ hasText: 'Alpha moved to the trash' }),
  ).toBeVisible()

  // An arrow ends the name: what follows at once is another.
  await page.keyboard.type('note')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('alpha')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Alpha', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Files and folders' })).toBeFocused()
})

/** As a hand drags: a little way first, then over to the target. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  const box = await from.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2 + 12, box.y + box.height / 2, { steps: 4 })
  await to.hover()
  await to.hover()
  await page.mouse.up()
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill(name)
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(rowOf(page, name)).toBeVisible()
}

async function arrowTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 20; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows do not lead to ${String(target)}`)
}
