import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { chromiumItself } from '../support/chromium-itself.ts'
import { chooseFiles } from '../support/person.ts'
import {
  MEBIBYTE,
  type Stage,
  downloadOf,
  expectSameContent,
  holdPartsAfter,
  makeFile,
  newPerson,
  partsPassed,
  rowOf,
  startDownload,
  transferOf,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

const LARGE_BYTES = 60 * MEBIBYTE
const isContent = ({ path }: { path: string }) => path.startsWith('/storage/v1/object/authenticated')

test.use({ launchOptions: chromiumItself })

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('an upload says that the connection is lost, and finishes by itself when it is back', async ({ page }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Cut off.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  gate.cut()
  await expect(transferOf(page, 'Cut off.bin')).toContainText('No connection. Trying again; what was sent is kept.')
  letGo()
  gate.mend()

  await expect(rowOf(page, 'Cut off.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(8)
  await expectSameContent(page, file)
})

test('an upload that gave up without a connection continues when the browser is online again', async ({
  page,
  context,
}) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Offline.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  await context.setOffline(true)
  gate.cut()
  await expect(transferOf(page, 'Offline.bin')).toContainText('Nothing was lost. Check the connection and retry.', {
    timeout: 60_000,
  })
  letGo()
  gate.mend()
  await context.setOffline(false)

  await expect(rowOf(page, 'Offline.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
})

test('an upload survives that the server is killed and started again', async ({ page }) => {
  const { gate, folder, server } = stage
  const file = makeFile(folder, 'Server gone.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  await server.kill()
  letGo()
  await expect(transferOf(page, 'Server gone.bin')).toContainText('No connection. Trying again')
  await server.restart()

  await expect(rowOf(page, 'Server gone.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
})

test('an upload that the server has forgotten starts again from the first byte', async ({ page }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Forgotten.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)
  await page.getByRole('button', { name: 'Pause Forgotten.bin' }).click()
  await expect(transferOf(page, 'Forgotten.bin')).toContainText('Paused')
  letGo()
  const uploadPath = gate.passed.findLast(({ method }) => method === 'PATCH')?.path ?? ''
  expect(await forget(page, gate.url + uploadPath)).toBe(204)

  await page.getByRole('button', { name: 'Resume Forgotten.bin' }).click()

  await expect(rowOf(page, 'Forgotten.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(3 + 8)
  await expectSameContent(page, file)
})

test('a download continues after the line broke in the middle', async ({ page }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Broken line.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Broken line.bin')).toBeVisible({ timeout: 60_000 })
  const letGo = gate.holdBodies(isContent, 20 * MEBIBYTE)
  const before = gate.passed.filter(isContent).length
  const download = await startDownload(page, 'Broken line.bin')
  await expect(downloadOf(page, 'Broken line.bin')).toContainText(/[1-9][\d.]* MB of/)

  gate.cut()
  letGo()
  gate.mend()

  expect(fs.readFileSync(await download.path()).equals(fs.readFileSync(file))).toBe(true)
  // The first answer broke off; the second one brought the rest.
  expect(gate.passed.filter(isContent)).toHaveLength(before + 1)
})

test('a large file damaged in the middle is refused, and nothing is saved', async ({ page }) => {
  const { gate, folder, server } = stage
  const file = makeFile(folder, 'Damaged.bin', LARGE_BYTES - 1)
  await newPerson(page, gate.url)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Damaged.bin')).toBeVisible({ timeout: 60_000 })
  damage(newestBlob(path.join(server.dataDir, 'storage/blobs')))

  const download = await startDownload(page, 'Damaged.bin')

  expect(await download.failure()).toBeTruthy()
  await expect(page.getByText('This file was changed or damaged; nothing was saved.')).toBeVisible()
})

test('leaving the page in the middle of a download saves nothing', async ({ page }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Left.bin', 30 * MEBIBYTE)
  await newPerson(page, gate.url)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Left.bin')).toBeVisible({ timeout: 60_000 })
  const letGo = gate.holdBodies(isContent, 10 * MEBIBYTE)
  const download = await startDownload(page, 'Left.bin')
  await expect(downloadOf(page, 'Left.bin')).toContainText(/[1-9][\d.]* MB of/)
  page.on('dialog', (dialog) => void dialog.accept())

  await page.goto('about:blank')

  expect(await download.failure()).toBeTruthy()
  letGo()
})

test('a service worker that is ended in the middle of a download is reported, and nothing is saved', async ({
  page,
}) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Helper gone.bin', 30 * MEBIBYTE)
  await newPerson(page, gate.url)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Helper gone.bin')).toBeVisible({ timeout: 60_000 })
  const letGo = gate.holdBodies(isContent, 10 * MEBIBYTE)
  const download = await startDownload(page, 'Helper gone.bin')
  await expect(downloadOf(page, 'Helper gone.bin')).toContainText(/[1-9][\d.]* MB of/)

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')

  await expect(page.getByText('The browser stopped the download; nothing was saved.')).toBeVisible({ timeout: 40_000 })
  expect(await download.failure()).toBeTruthy()
  letGo()
  await expectSameContent(page, file)
})

/** Takes the upload away as its expiry would: the server then answers as for any upload it does not know. */
async function forget(page: Page, url: string): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'tus-resumable': '1.0.0' }
  return (await page.request.delete(url, { headers })).status()
}

function newestBlob(folder: string): string {
  const files = fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const [newest] = files.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)
  if (!newest) throw new Error('no blob')
  return newest
}

function damage(file: string): void {
  const bytes = fs.readFileSync(file)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  fs.chmodSync(file, 0o600)
  fs.writeFileSync(file, bytes)
}
