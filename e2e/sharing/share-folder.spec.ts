import { expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles } from '../support/account/person.ts'
import { closeAll, personIn, tabTo } from '../support/sharing.ts'
import { type Stage, makeFile, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('every file in a folder is shared at once, with one notice, and it can be stopped on the way', async ({
  browser,
}) => {
  const ada = await personIn(browser, stage.gate.url, 'ada')
  const bob = await personIn(browser, stage.gate.url, 'bob')
  const { page } = ada
  const names = ['one.txt', 'two.txt', 'three.txt']
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('Docs')
  await page.keyboard.press('Enter')
  const folder = rowOf(page, 'Docs')
  await expect(folder).toBeVisible()

  await test.step('an empty folder has nothing to share', async () => {
    await folder.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Share files in it' }).click()
    await expect(page.getByText('There are no files in it.')).toBeVisible()
    await expect(page.getByRole('dialog', { name: /^Share/ })).toHaveCount(0)
  })
  await folder.dblclick()
  await chooseFiles(
    page,
    names.map((name) => makeFile(stage.folder, name, 900)),
  )
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
  await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
  await dismissToasts(page)

  const dialog = page.getByRole('dialog', { name: 'Share all 3 files in Docs' })
  await test.step('with the keyboard; the second file waits, and sharing is stopped', async () => {
    const gate = Promise.withResolvers<void>()
    let grants = 0
    await page.route(/\/rest\/v1\/file_access/, async (route) => {
      if (route.request().method() === 'POST' && ++grants === 2) await gate.promise
      await route.continue()
    })
    await folder.click()
    await page.keyboard.press('Shift+F10')
    await tabTo(page, 'menuitem', 'Share files in it', 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email of a colleague')).toBeFocused()
    await expect(dialog.getByText('Files added later are not included.')).toBeVisible()
    await page.keyboard.type(bob.email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('First contact: their keys will be remembered.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await tabTo(page, 'button', 'Share 3 files')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('1 of 3 files shared')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await tabTo(page, 'button', 'Stop here')
    await page.keyboard.press('Enter')
    gate.resolve()
    await expect(page.getByText('2 of 3 files sharing status updated')).toBeVisible()
    expect(grants).toBe(2)
    await page.unrouteAll()
  })
  await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
  const shared = bob.page.getByRole('list', { name: 'Shared with me' }).getByRole('listitem')
  await expect(shared).toHaveCount(2)

  await test.step('and then all of it', async () => {
    await dialog.getByRole('button', { name: 'Share 3 files' }).click()
    await expect(page.getByText('3 files sharing status updated', { exact: true })).toHaveCount(1)
    await bob.page.reload()
    await bob.page.getByLabel('Password', { exact: true }).fill(bob.password)
    await bob.page.getByRole('button', { name: 'Unlock' }).click()
    await expect(shared).toHaveCount(3)
  })
  await test.step('a link that is stopped on the way is not made', async () => {
    const gate = Promise.withResolvers<void>()
    let made = 0
    await page.route(/\/rest\/v1\/(reachable_files|share_links)/, async (route) => {
      if (route.request().method() === 'POST') made += 1
      await gate.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByText('0 of 3 files checked')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Stop here' }).click()
    gate.resolve()
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeEnabled()
    expect(made).toBe(0)
    await page.unrouteAll()
  })
  await test.step('one link is made to all of its files', async () => {
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByText('Docs · 3 files sharing status updated')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
    await dismissToasts(page)
  })
  await test.step('a folder that stays shared is a team space', async () => {
    await dialog.getByRole('button', { name: 'Use a team space instead' }).click()
    await expect(page.getByRole('heading', { name: 'Team spaces', level: 1 })).toBeVisible()
  })
  expect([...ada.problems, ...bob.problems]).toEqual([])
  await closeAll(ada, bob)
})
