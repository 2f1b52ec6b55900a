import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, chooseFiles, watchPage, dialogOf, expectOpenVault } from '../support/account/person.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const person: Person = { email: 'shell-pat@example.org', password: 'a password of mine', firstName: 'Pat' }

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('pages and tabs have addresses that survive a reload, and the keyboard reaches everything', async ({ page }) => {
  const problems = watchPage(page)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-shell-'))
  for (const name of ['Report.txt', 'Other.txt']) fs.writeFileSync(path.join(folder, name), name)
  await openPreparedVault(page, server.url, person)
  await chooseFiles(page, [path.join(folder, 'Report.txt'), path.join(folder, 'Other.txt')])
  await expect(page.getByRole('row').filter({ hasText: 'Report.txt' })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await page.goBack()
  await expectOpenVault(page)

  await test.step('the palette goes to a page', async () => {
    await openPalette(page)
    await page.keyboard.type('secu')
    await expect(page.getByRole('option').first()).toHaveText('Security')
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/security$/)
    await expect(sidebar.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('the palette finds a file by its decrypted name', async () => {
    await openPalette(page)
    await page.keyboard.type('report')
    await expect(page.getByRole('option', { name: 'Report.txt' })).toBeVisible()
    await page.keyboard.press('Enter')
    // The name is in no address, which a reload would send.
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('row').filter({ hasText: 'Report.txt' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Other.txt' })).toHaveCount(0)
  })

  await test.step('the palette says when there is nothing, and Esc gives the focus back', async () => {
    await openPalette(page)
    await page.keyboard.type('xyzzy')
    // Where the machine has embeddings, the copilot offers to be asked.
    const copilot = page.getByRole('option', { name: /^Ask the copilot/ })
    await expect(page.getByText('Nothing has this name.').or(copilot)).toBeVisible()
    await expect(page.getByRole('option').filter({ hasNotText: 'Ask the copilot' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox')).toHaveCount(0)
  })

  await test.step('? shows the shortcuts, but not while somebody types', async () => {
    await page.getByPlaceholder('Search encrypted files...').focus()
    await page.keyboard.press('?')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Files' }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tab', { name: 'Files' })).toBeFocused()
  })
  await test.step('help is searched with / and opens what was found', () => searchHelp(page))
  expect(problems).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

async function searchHelp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Help' }).click()
  await expect.poll(() => page.getByRole('main').getByRole('group').count()).toBeGreaterThanOrEqual(12)
  await expectAccessibleEverywhere(page)

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search guides')).toBeFocused()
  await page.keyboard.type('recognise lost')
  await expect(page.getByRole('main').getByRole('group')).toHaveCount(1)
  await expect(page.getByText('It stops working within a second.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Open Security' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()

  await openPalette(page)
  await page.keyboard.type('forgot')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/help#forgotten-password$/)
  await expect(page.getByText('Without the words, nobody can open the files')).toBeVisible()

  await page.getByLabel('Search guides').fill('xyzzy')
  await expect(page.getByText('No guide found')).toBeVisible()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'A page, an action or the name of a file' })).toBeFocused()
}
