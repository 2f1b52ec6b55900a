import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { chromiumItself } from '../support/chromium-itself.ts'
import { chooseFiles } from '../support/account/person.ts'
import {
  MEBIBYTE,
  type Stage,
  downloadOf,
  expectSameContent,
  isPart,
  makeFile,
  newPerson,
  rowOf,
  startDownload,
  transferOf,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

/** Five parts, of which up to three are under way at once. */
const LARGE_BYTES = 36 * MEBIBYTE
const PARTS = 5
const isContent = ({ path }: { path: string }) => path.startsWith('/storage/v1/object/authenticated')

test.use({ launchOptions: chromiumItself })

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('an upload outlives a lost connection, an offline browser, a killed server and one that forgot it', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
  await test.step('it says that the connection is lost, and finishes by itself when it is back', () =>
    loseConnection(page))
  await test.step('one that gave up continues when the browser is online again', () => giveUpOffline(page))
  await test.step('the server is killed and started again', () => killServer(page))
  await test.step('one that the server has forgotten starts again from the first byte', () => forgetUpload(page))
})

/** Uploads a new file, of which three parts get through and the others are kept back. */
async function sendThreeParts(page: Page, name: string) {
  const file = makeFile(stage.folder, name, LARGE_BYTES)
  const before = parts().length
  let seen = 0
  const letGo = stage.gate.holdRequests((request) => isPart(request) && ++seen > 3)
  await chooseFiles(page, file)
  await expect.poll(() => parts().length - before).toBe(3)
  return { file, before, letGo }
}

const parts = () => stage.gate.passed.filter(isPart)

async function loseConnection(page: Page): Promise<void> {
  const { gate } = stage
  const { file, before, letGo } = await sendThreeParts(page, 'Cut off.bin')

  gate.cut()
  await expect(transferOf(page, 'Cut off.bin')).toContainText('No connection. Trying again; what was sent is kept.')
  letGo()
  gate.mend()

  await expect(rowOf(page, 'Cut off.bin')).toBeVisible({ timeout: 60_000 })
  expect(parts().length - before).toBe(PARTS)
  await expectSameContent(page, file)
}

async function giveUpOffline(page: Page): Promise<void> {
  const { gate } = stage
  const { file, letGo } = await sendThreeParts(page, 'Offline.bin')

  await page.context().setOffline(true)
  gate.cut()
  await expect(transferOf(page, 'Offline.bin')).toContainText('Nothing was lost. Check the connection and retry.', {
    timeout: 120_000,
  })
  letGo()
  gate.mend()
  await page.context().setOffline(false)

  await expect(rowOf(page, 'Offline.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
}

async function killServer(page: Page): Promise<void> {
  const { server } = stage
  const { file, letGo } = await sendThreeParts(page, 'Server gone.bin')

  await server.kill()
  letGo()
  await expect(transferOf(page, 'Server gone.bin')).toContainText('No connection. Trying again')
  await server.restart()

  await expect(rowOf(page, 'Server gone.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
}

async function forgetUpload(page: Page): Promise<void> {
  const { gate } = stage
  const { file, before, letGo } = await sendThreeParts(page, 'Forgotten.bin')
  await page.getByRole('button', { name: 'Pause Forgotten.bin' }).click()
  await expect(transferOf(page, 'Forgotten.bin')).toContainText('Paused')
  letGo()
  const uploadPath = parts().at(-1)?.path ?? ''
  expect(await forget(page, gate.url + uploadPath)).toBe(204)

  await page.getByRole('button', { name: 'Resume Forgotten.bin' }).click()

  await expect(rowOf(page, 'Forgotten.bin')).toBeVisible({ timeout: 60_000 })
  expect(parts().length - before).toBe(3 + PARTS)
  await expectSameContent(page, file)
}

test('a download continues over a broken line, and one that cannot be whole is not saved', async ({ page }) => {
  const { folder } = stage
  const [file, damaged] = [makeFile(folder, 'Whole.bin', LARGE_BYTES), makeFile(folder, 'Damaged.bin', LARGE_BYTES - 1)]
  await newPerson(page, stage.gate.url)
  await store(page, file)
  await test.step('it continues after the line broke in the middle', () => breakLine(page, file))
  await test.step('a service worker that is ended in the middle is reported, and nothing is saved', () =>
    endServiceWorker(page, file))
  await test.step('a large file damaged in the middle is refused, and nothing is saved', async () => {
    await store(page, damaged)
    damage(newestBlob(path.join(stage.server.dataDir, 'storage/blobs')))
    const download = await startDownload(page, 'Damaged.bin')
    expect(await download.failure()).toBeTruthy()
    await expect(page.getByText('This file was changed or damaged; nothing was saved.')).toBeVisible()
  })
  await test.step('leaving the page in the middle saves nothing', async () => {
    const { download, letGo } = await downloadHalf(page, file)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('about:blank')
    expect(await download.failure()).toBeTruthy()
    letGo()
  })
})

async function store(page: Page, file: string): Promise<void> {
  await chooseFiles(page, file)
  await expect(rowOf(page, path.basename(file))).toBeVisible({ timeout: 60_000 })
}

/** Begins a download whose content stops after ten MiB. */
async function downloadHalf(page: Page, file: string) {
  const letGo = stage.gate.holdBodies(isContent, 10 * MEBIBYTE)
  const download = await startDownload(page, path.basename(file))
  await expect(downloadOf(page, path.basename(file))).toContainText(/[1-9][\d.]* MB of/)
  return { download, letGo }
}

async function breakLine(page: Page, file: string): Promise<void> {
  const { gate } = stage
  const before = gate.passed.filter(isContent).length
  const { download, letGo } = await downloadHalf(page, file)
  gate.cut()
  letGo()
  gate.mend()
  expect(fs.readFileSync(await download.path()).equals(fs.readFileSync(file))).toBe(true)
  // The first answer broke off; the second one brought the rest.
  expect(gate.passed.filter(isContent)).toHaveLength(before + 1)
}

async function endServiceWorker(page: Page, file: string): Promise<void> {
  const { download, letGo } = await downloadHalf(page, file)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await expect(page.getByText('The browser stopped the download; nothing was saved.')).toBeVisible({ timeout: 40_000 })
  expect(await download.failure()).toBeTruthy()
  letGo()
  await expectSameContent(page, file)
}

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
