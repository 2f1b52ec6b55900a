import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { expectSameContent, makeFile, MEBIBYTE, newPerson, rowOf, transferOf } from '../support/transfers.ts'

const SIZES = { old: 5 * MEBIBYTE, large: 8.5 * MEBIBYTE, small: 2 * MEBIBYTE, smaller: MEBIBYTE, last: 1000 }
/** As docs/format.md says. */
const sealed = (plainBytes: number) => 74 + 32 * Math.ceil(plainBytes / 262_112) + plainBytes
/** All of them but the old one fit, to the byte. */
const LIMIT = sealed(SIZES.large) + sealed(SIZES.small) + sealed(SIZES.smaller) + sealed(SIZES.last)

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  server = await startServer({ FREE_STORAGE_BYTES: String(LIMIT) })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-quota-'))
})
test.afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('what fits is stored; what does not is reported, and continues after room was made', async ({ page }) => {
  await newPerson(page, server.url)
  const [old, large] = [makeFile(folder, 'Old.bin', SIZES.old), makeFile(folder, 'Large.bin', SIZES.large)]
  await chooseFiles(page, old)
  await expect(rowOf(page, 'Old.bin')).toBeVisible()
  const meter = page.locator('aside').getByRole('meter', { name: 'Storage used' })
  await expect(meter).toHaveAttribute('aria-valuenow', '43')
  await expect(page.locator('aside').getByText(/Nearly full|^Full$/)).toHaveCount(0)

  const batch = [large, makeFile(folder, 'Small.bin', SIZES.small), makeFile(folder, 'Smaller.bin', SIZES.smaller)]
  await chooseFiles(page, batch)

  await expect(rowOf(page, 'Small.bin')).toBeVisible()
  await expect(rowOf(page, 'Smaller.bin')).toBeVisible()
  await expect(page.getByText('Failed to upload and encrypt file')).toBeVisible()
  // It becomes one line by itself; opened by hand it stays open.
  const transfers = page.getByRole('region', { name: 'Transfers' })
  await transfers.getByRole('button', { name: 'Expand transfers' }).click()
  await expect(transferOf(page, 'Large.bin')).toContainText('Not stored: there is not enough room.')
  await expect(rowOf(page, 'Large.bin')).toHaveCount(0)
  await expect(transfers).toContainText(
    '1 file was not stored. There is not enough room: 8.00 MB of 11.50 MB are used. What is already stored is not affected.',
  )
  await expect(transfers.getByRole('link', { name: 'Change the plan' })).toHaveAttribute('href', /section=billing$/)
  await expectAccessibleEverywhere(page)
  await expectSameContent(page, old)

  await deleteForGood(page, 'Old.bin')
  await transfers.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByRole('link', { name: 'All files' }).click()
  await expect(rowOf(page, 'Large.bin')).toBeVisible()
  await expect(transfers.getByText('was not stored')).toHaveCount(0)
  await expectSameContent(page, large)

  await expect(page.locator('aside').getByText('Nearly full')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await chooseFiles(page, makeFile(folder, 'Last.bin', SIZES.last))
  await expect(rowOf(page, 'Last.bin')).toBeVisible()
  await expect(page.locator('aside').getByText('Full', { exact: true })).toBeVisible()
  await expect(meter).toHaveAttribute('aria-valuenow', '100')

  await page.locator('aside').getByRole('link', { name: 'Change the plan' }).press('Enter')
  const plan = page.getByRole('region', { name: 'Current plan' })
  await expect(plan.getByRole('heading', { name: 'Free' })).toBeVisible()
  await expect(plan).toContainText('11.50 MB of 11.50 MB')
  await expect(plan).toContainText('What is stored stays and can be opened')
  await expectAccessibleEverywhere(page)
})

async function deleteForGood(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: `Delete ${name} for good` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText(`${name} has been permanently deleted`)).toBeVisible()
}
