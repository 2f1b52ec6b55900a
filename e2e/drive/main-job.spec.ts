import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, chooseFiles, openNewVault, signIn, watchPage } from '../support/account/person.ts'
import type { Stage } from '../support/transfers.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { test } from '../support/shared-stage.ts'

const MEBIBYTE = 1024 * 1024
const person: Person = { email: 'ada@example.org', password: 'canary-password-7f3a9c', firstName: 'Ada' }
const REPORT = 'Quarterly report.pdf'

// As most people see it; `playwright.config.ts` asks for less elsewhere.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let server: Stage
let folder: string

test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-files-'))
})
test.afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
})

test(
  'a person signs up, stores four files, gets them back byte for byte, deletes one and signs out',
  { tag: ['@fast', '@firefox'] },
  async ({ page }) => {
    const problems = watchPage(page)
    const files = [
      makeFile(
        'Quarterly report.pdf',
        Buffer.concat([Buffer.from('%PDF-1.7\ncanary-plaintext-51d0'), randomBytes(300_000)]),
      ),
      makeFile('Chart.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(70_000)])),
      makeFile('empty.txt', Buffer.alloc(0)),
      makeFile('Archive 100 MB.bin', randomBytes(100 * MEBIBYTE)),
    ]
    await openNewVault(page, server.url, person)

    await chooseFiles(page, files)
    for (const file of files) await expect(rowOf(page, path.basename(file))).toBeVisible({ timeout: 60_000 })

    const bySize = page.getByRole('columnheader', { name: 'Size' })
    await bySize.getByRole('button').click()
    await expect(bySize).toHaveAttribute('aria-sort', /^(a|de)scending$/)
    const order = await bySize.getAttribute('aria-sort')
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Unlock' }).click()
    const search = page.getByPlaceholder('Search encrypted files...').first()
    await search.fill('QUARTERLY')
    await expect(rowOf(page, 'Quarterly report.pdf')).toBeVisible()
    await expect(rowOf(page, 'Chart.png')).toHaveCount(0)
    await search.fill('')
    expect(await bySize.getAttribute('aria-sort'), 'the order that was chosen').toBe(order)

    for (const file of files) expect(await downloadedHash(page, path.basename(file))).toBe(hashOf(file))

    await page.getByRole('button', { name: 'Delete Chart.png' }).click()
    await expect(rowOf(page, 'Chart.png')).toHaveCount(0)
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Delete Chart.png for good' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect(rowOf(page, 'Chart.png')).toHaveCount(0)
    await expect(page.getByText('Chart.png has been permanently deleted')).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL(/\/login$/)
    expect(problems).toEqual([])
  },
)

test('a damaged blob is refused, and nothing is saved', { tag: ['@fast', '@firefox'] }, async ({ page }) => {
  await openVaultWithReport(page)
  for (const blob of filesBelow(path.join(server.server.dataDir, 'storage/blobs')).filter(
    (file) => fs.statSync(file).size < MEBIBYTE,
  )) {
    const bytes = fs.readFileSync(blob)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    fs.chmodSync(blob, 0o600)
    fs.writeFileSync(blob, bytes)
  }
  let isSaved = false
  page.on('download', () => (isSaved = true))

  await page.getByRole('button', { name: 'Download and decrypt Quarterly report.pdf' }).click()

  await expect(page.getByText('This file was changed or damaged; nothing was saved.')).toBeVisible()
  expect(isSaved).toBe(false)
})

test('the files page is accessible, and a file over the limit is refused before a byte is sent', async ({ page }) => {
  await openVaultWithReport(page)
  await expectAccessibleEverywhere(page)
  const large = path.join(folder, 'too large.bin')
  fs.closeSync(fs.openSync(large, 'w'))
  fs.truncateSync(large, 100 * MEBIBYTE + 1)
  const requests: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()))

  await chooseFiles(page, large)

  await expect(page.getByText(/over the limit of 100.* Nothing was uploaded/).first()).toBeVisible()
  expect(requests.filter((url) => url.includes('/storage/'))).toEqual([])
})

test('a wrong password opens nothing', async ({ page }) => {
  await page.goto(`${server.url}/login`)

  await signIn(page, { ...person, password: 'not the password' })

  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('the scheme follows the system until somebody chooses one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${server.url}/login`)
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  expect(await isDark()).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(isDark).toBe(true)

  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await isDark()).toBe(false)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await isDark()).toBe(false)
  await page.reload()
  expect(await isDark()).toBe(false)
})

/** Somebody new, with one small file in the vault. */
async function openVaultWithReport(page: Page): Promise<void> {
  await openPreparedVault(page, server.url, { ...person, email: `${randomBytes(6).toString('hex')}@example.org` })
  await chooseFiles(page, makeFile(REPORT, randomBytes(5000)))
  await expect(rowOf(page, REPORT)).toBeVisible()
}

function makeFile(name: string, bytes: Buffer): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, bytes)
  return file
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

async function downloadedHash(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download and decrypt ${name}` }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(name)
  return hashOf(await download.path())
}

function hashOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
