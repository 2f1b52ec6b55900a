import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import { closeAll, downloaded, hashOf, personIn, storeFile } from '../support/sharing.ts'
import { type Stage, makeFile, newPerson, rowOf, stored, openRow } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

/** Addresses that content goes to or comes from. */
function watchContent(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/storage/v1/') && !pathname.endsWith('/object/copy')) seen.push(pathname)
  })
  return seen
}

test('copies are made and taken back with the keyboard alone, and no content travels', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  const file = makeFile(stage.folder, 'plan.txt', 3000)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'plan.txt')).toBeVisible()
  await dismissToasts(page)
  const content = watchContent(page)

  await test.step('beside its original, with a number', async () => {
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+c')
    await expect(page.getByText('plan.txt ready to be copied')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(rowOf(page, 'plan (2).txt')).toBeVisible()
    await expect(page.getByText('plan (2).txt copied to My Files')).toBeVisible()
    expect(await stored(page, stage.gate.url)).toMatchObject({ records: 2, objects: { length: 2 } })
  })
  await test.step('taken back by Ctrl+Z', async () => {
    await page.keyboard.press('Control+z')
    await expect(rowOf(page, 'plan (2).txt')).toHaveCount(0)
    await expect(rowOf(page, 'plan.txt')).toBeVisible()
  })
  await test.step('into another folder, which is empty, and again, which asks', async () => {
    await page.getByRole('button', { name: 'New Folder' }).click()
    await page.getByLabel('Folder name').fill('Work')
    await page.keyboard.press('Enter')
    await openRow(page, 'Work')
    await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(rowOf(page, 'plan.txt')).toBeVisible()
    await page.keyboard.press('Control+v')
    const dialog = page.getByRole('dialog', { name: 'A file of this name is here already' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('radio', { name: 'Keep both' }).check()
    await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(rowOf(page, 'plan (2).txt')).toBeVisible()
  })
  await test.step('a folder with what is in it, by the tree', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await rowOf(page, 'Work').click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Copy to…' }).press('Enter')
    const tree = page.getByRole('tree')
    await expect(tree.getByRole('treeitem', { name: 'Work' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Work (2)')).toContainText('2 items')
  })
  expect(content.filter((address) => !address.includes('/list/'))).toEqual([])
  await openRow(page, 'Work (2)')
  expect(await downloaded(page, 'Download and decrypt plan (2).txt')).toBe(hashOf(fs.readFileSync(file)))
  expect(problems).toEqual([])
})

test('between a team space and the own files, also for somebody who only reads', async ({ browser }) => {
  const ada = await personIn(browser, stage.gate.url, 'ada')
  const bob = await personIn(browser, stage.gate.url, 'bob')
  const file = makeFile(stage.folder, 'budget.txt', 4000)
  const hash = hashOf(fs.readFileSync(file))

  await test.step('Ada makes a space and copies a file of her own into it', async () => {
    await ada.page.getByRole('link', { name: 'Team spaces', exact: true }).click()
    await ada.page.getByRole('button', { name: 'New space' }).first().click()
    await ada.page.getByLabel('Name', { exact: true }).fill('Board')
    // Others of the organisation may have the same name; where few are in it, there is nothing to search.
    await expect(ada.page.getByRole('button', { name: /^Add / }).first()).toBeVisible()
    const search = ada.page.getByLabel('Search by name or address')
    if (await search.isVisible()) await search.fill(bob.email)
    await ada.page.getByRole('button', { name: 'Add Bob Example' }).click()
    await ada.page.getByLabel('Role of Bob Example').selectOption('Viewer')
    await ada.page.getByRole('button', { name: 'Create space' }).click()
    await expect(ada.page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
    await ada.page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    await storeFile(ada.page, file)
    await ada.page.getByRole('grid').focus()
    await ada.page.keyboard.press('Shift+F10')
    await ada.page.getByRole('menuitem', { name: 'Copy to…' }).press('Enter')
    await expect(ada.page.getByRole('treeitem', { name: 'Board' })).toBeVisible()
    await ada.page.getByRole('tree').focus()
    await ada.page.keyboard.press('End')
    await ada.page.keyboard.press('Enter')
    await expect(ada.page.getByText('budget.txt copied to Board')).toBeVisible()
  })
  await test.step('Bob reads it there and copies it to his own files, but not into the space', async () => {
    await bob.page.getByRole('link', { name: 'Team spaces', exact: true }).click()
    await bob.page.getByRole('link', { name: 'Open Board' }).click()
    expect(await downloaded(bob.page, `Download and decrypt ${path.basename(file)}`)).toBe(hash)
    await rowOf(bob.page, 'budget.txt').click({ button: 'right' })
    await expect(bob.page.getByRole('menuitem', { name: 'Make a copy' })).toHaveCount(0)
    await bob.page.getByRole('menuitem', { name: 'Copy to…' }).click()
    await expect(bob.page.getByRole('treeitem')).toHaveText(['My Files'])
    await bob.page.getByRole('button', { name: 'Copy here' }).click()
    await expect(bob.page.getByText('budget.txt copied to My Files')).toBeVisible()
    await bob.page.getByRole('link', { name: 'My Files', exact: true }).first().click()
    expect(await downloaded(bob.page, `Download and decrypt ${path.basename(file)}`)).toBe(hash)
  })
  await test.step('Ada takes her copy back', async () => {
    await ada.page.keyboard.press('Control+z')
    await expect(ada.page.getByText('Undone')).toBeVisible()
    await ada.page.getByRole('link', { name: 'Team spaces', exact: true }).click()
    await ada.page.getByRole('link', { name: 'Open Board' }).click()
    await expect(rowOf(ada.page, 'budget.txt')).toHaveCount(0)
  })
  expect([...ada.problems, ...bob.problems]).toEqual([])
  await closeAll(ada, bob)
})
