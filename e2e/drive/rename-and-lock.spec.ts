import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import { dragFromDesktop } from '../support/drive/drag.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const password = 'a password of mine'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('a vault locks without a connection, when the session has to be renewed', async ({ page, context }) => {
  await openPreparedVault(page, server.url, { email: 'rename@example.org', password, firstName: 'Bob' })
  await context.setOffline(true)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('quantumshield-session') ?? 'null') as { expires_at: number }
    localStorage.setItem('quantumshield-session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: /Lock/ }).click()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()

  await context.setOffline(false)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('button', { name: /Account/ })).toBeVisible()
})

test('a name that is taken in the folder is refused in the dialog, for files and for folders', async ({ page }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-taken-'))
  for (const name of ['One.txt', 'Two.txt']) fs.writeFileSync(path.join(folder, name), name)
  await openPreparedVault(page, server.url, { email: 'tim@example.org', password, firstName: 'Tim' })
  await chooseFiles(
    page,
    ['One.txt', 'Two.txt'].map((name) => path.join(folder, name)),
  )
  await expect(page.getByRole('row').filter({ hasText: 'One.txt' })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Two.txt' }).click()
  await page.keyboard.press('F2')
  await page.getByLabel('New name').fill('One.txt')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Something here has this name already.')).toBeVisible()
  await expect(page.getByLabel('New name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New name').fill('Three.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Three.txt' })).toBeVisible()

  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('One.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Something here has this name already.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'One.txt' })).toHaveCount(1)
  fs.rmSync(folder, { recursive: true })
})

test('a renamed file keeps its bytes, and a locked vault opens with its own password only', async ({ page }) => {
  const problems = watchPage(page)
  const bytes = randomBytes(9000)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-rename-'))
  const file = path.join(folder, 'Old name.pdf')
  fs.writeFileSync(file, bytes)
  const renamed = page.getByRole('row').filter({ hasText: 'New name.pdf' })
  await openPreparedVault(page, server.url, { email: 'move@example.org', password, firstName: 'Ada' })
  await chooseFiles(page, file)

  await page.getByRole('button', { name: 'More actions for Old name.pdf' }).click()
  await page.getByRole('menuitem', { name: /Rename/ }).click()
  await page.getByLabel('New name').fill('New name.pdf')
  // The list shows the new name at once; a download takes the one that is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(renamed).toBeVisible()
  await stored

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download and decrypt New name.pdf' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('New name.pdf')
  expect(fs.readFileSync(await download.path()).equals(bytes)).toBe(true)

  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: /Lock/ }).click()
  await page.getByLabel('Password', { exact: true }).fill('another password')
  const drag = await dragFromDesktop(page, file)
  for (const moment of ['dragEnter', 'dragOver', 'drop'] as const) await drag(moment)
  await expect(page.getByText('The vault has to be open first.', { exact: false })).toBeVisible()
  // Nothing was opened in the page's place, and what was typed is still there.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('another password')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('This is not the password of this vault.').first()).toBeVisible()
  await expect(renamed).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(renamed).toBeVisible()

  expect(problems).toEqual([])
  fs.rmSync(folder, { recursive: true })
})
