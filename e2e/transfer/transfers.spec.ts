import path from 'node:path'
import { expect } from '@playwright/test'
import { chooseFiles, watchPage } from '../support/person.ts'
import {
  MEBIBYTE,
  type Stage,
  downloadOf,
  expectNoPartUnderWay,
  expectSameContent,
  holdPartsAfter,
  lock,
  makeFile,
  newPerson,
  partsPassed,
  rowOf,
  startDownload,
  stored,
  transferOf,
  unlock,
  uploadStatus,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

/** Eight parts. */
const LARGE_BYTES = 60 * MEBIBYTE

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a paused upload sends nothing, and continues to the same content', async ({ page }) => {
  const problems = watchPage(page)
  const { gate, folder } = stage
  const file = makeFile(folder, 'Paused.bin', LARGE_BYTES)
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  await page.getByRole('button', { name: 'Pause Paused.bin' }).click()
  await expect(transferOf(page, 'Paused.bin')).toContainText(/Paused at .* of 60\.0+ MB/)
  letGo()
  await expectNoPartUnderWay(gate)
  // The queue runs: what is chosen now passes the paused one.
  await chooseFiles(page, makeFile(folder, 'Overtaking.txt', 900))
  await expect(rowOf(page, 'Overtaking.txt')).toBeVisible()
  expect(partsPassed(gate) - before).toBe(3)

  await page.getByRole('button', { name: 'Resume Paused.bin' }).click()
  await expect(rowOf(page, 'Paused.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(8)
  await expectSameContent(page, file)
  expect(problems).toEqual([])
})

test('after a reload the same file continues where it stopped, and another one is refused', async ({ page }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Interrupted.bin', LARGE_BYTES)
  const other = makeFile(folder, 'Other.bin', LARGE_BYTES)
  const person = await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  letGo()
  await unlock(page, person)
  const choose = page.getByRole('button', { name: 'Choose Interrupted.bin again to continue' })
  const offered = page.waitForEvent('filechooser')
  await choose.click()
  await (await offered).setFiles(other)
  await expect(transferOf(page, 'Interrupted.bin')).toContainText(
    'This is another file. Choose the one that was being uploaded.',
  )

  const again = page.waitForEvent('filechooser')
  await choose.click()
  await (await again).setFiles(file)
  await expect(rowOf(page, 'Interrupted.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(8)
  await expectSameContent(page, file)
})

test('an upload cancelled in the middle leaves nothing on the server', async ({ page }) => {
  const problems = watchPage(page)
  const { gate, folder } = stage
  await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, makeFile(folder, 'Cancelled.bin', LARGE_BYTES))
  await expect.poll(() => partsPassed(gate) - before).toBe(3)
  const uploadPath = gate.passed.findLast(({ method }) => method === 'PATCH')?.path ?? ''
  expect(await uploadStatus(page, gate.url, uploadPath)).toBe(200)

  await page.getByRole('button', { name: 'Cancel Cancelled.bin' }).click()
  await expect(transferOf(page, 'Cancelled.bin')).toContainText('Cancelled')
  letGo()

  await expect.poll(() => uploadStatus(page, gate.url, uploadPath)).toBe(404)
  expect(await stored(page, gate.url)).toEqual({ records: 0, objects: [] })
  await expect(rowOf(page, 'Cancelled.bin')).toHaveCount(0)
  const noted = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('upload')))
  await expect.poll(noted).toEqual([])
  expect(problems).toEqual([])
})

test('an upload whose bytes had all arrived is cancelled without a trace', async ({ page }) => {
  const { gate, folder } = stage
  await newPerson(page, gate.url)
  const letGo = gate.holdAnswers(({ method, path }) => method === 'POST' && path.startsWith('/storage/v1/object/encry'))
  await chooseFiles(page, makeFile(folder, 'Small.bin', 100_000))
  await expect.poll(async () => (await stored(page, gate.url)).objects.length).toBe(1)

  await page.getByRole('button', { name: 'Cancel Small.bin' }).click()
  await expect(transferOf(page, 'Small.bin')).toContainText('Cancelled')
  letGo()

  await expect.poll(() => stored(page, gate.url)).toEqual({ records: 0, objects: [] })
})

for (const { size, kind } of [
  { size: 100_000, kind: 'small' },
  { size: 20 * MEBIBYTE, kind: 'large' },
]) {
  test(`a ${kind} file cancelled while its record is on the way is stored, and the page says so`, async ({ page }) => {
    const { gate, folder } = stage
    await newPerson(page, gate.url)
    const file = makeFile(folder, `Last moment ${kind}.bin`, size)
    const name = path.basename(file)
    const isCommit = (request: { method: string; path: string }) =>
      request.method === 'POST' && request.path.startsWith('/rest/v1/file_records')
    const letGo = gate.holdRequests(isCommit)
    await chooseFiles(page, file)
    await expect.poll(async () => (await stored(page, gate.url)).objects.length, { timeout: 30_000 }).toBe(1)

    await page.getByRole('button', { name: `Cancel ${name}` }).click()
    letGo()

    await expect(transferOf(page, name)).toContainText('Sealed and stored')
    expect((await stored(page, gate.url)).records).toBe(1)
    await expectSameContent(page, file)
  })

  test(`a ${kind} file cancelled while its record cannot get through leaves no object`, async ({ page }) => {
    const { gate, folder } = stage
    await newPerson(page, gate.url)
    const file = makeFile(folder, `Never recorded ${kind}.bin`, size)
    const name = path.basename(file)
    const letGo = gate.holdRequests(({ method, path }) => method === 'POST' && path.includes('file_records'))
    await chooseFiles(page, file)
    await expect.poll(async () => (await stored(page, gate.url)).objects.length, { timeout: 30_000 }).toBe(1)

    await page.getByRole('button', { name: `Cancel ${name}` }).click()
    gate.cut()
    await expect(transferOf(page, name)).toContainText('Cancelled')
    letGo()
    gate.mend()

    await expect.poll(() => stored(page, gate.url)).toEqual({ records: 0, objects: [] })
  })
}

test('a locked vault sends nothing, and the upload continues after unlocking', async ({ page }) => {
  const problems = watchPage(page)
  const { gate, folder } = stage
  const file = makeFile(folder, 'Locked.bin', LARGE_BYTES)
  const person = await newPerson(page, gate.url)
  const before = partsPassed(gate)
  const letGo = holdPartsAfter(gate, 3)
  await chooseFiles(page, file)
  await expect.poll(() => partsPassed(gate) - before).toBe(3)

  await lock(page)
  letGo()
  await expectNoPartUnderWay(gate)
  expect(partsPassed(gate) - before).toBe(3)

  await unlock(page, person)
  await expect(transferOf(page, 'Locked.bin')).toContainText('Paused at')
  // Unlocking took longer than a retry would have waited.
  expect(partsPassed(gate) - before).toBe(3)
  await page.getByRole('button', { name: 'Resume Locked.bin' }).click()
  await expect(rowOf(page, 'Locked.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(8)
  await expectSameContent(page, file)
  expect(problems).toEqual([])
})

test('locking in the middle of a download saves nothing', async ({ page }) => {
  const problems = watchPage(page)
  const { gate, folder } = stage
  const file = makeFile(folder, 'Half downloaded.bin', 30 * MEBIBYTE)
  const person = await newPerson(page, gate.url)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'Half downloaded.bin')).toBeVisible({ timeout: 60_000 })
  const letGo = gate.holdBodies(({ path }) => path.startsWith('/storage/v1/object/authenticated'), 10 * MEBIBYTE)
  const download = await startDownload(page, 'Half downloaded.bin')
  await expect(downloadOf(page, 'Half downloaded.bin')).toContainText(/[1-9][\d.]* MB of/)

  await lock(page)

  expect(await download.failure()).toBeTruthy()
  await expect(page.getByText('The vault was locked; nothing was saved.')).toBeVisible()
  letGo()
  await unlock(page, person)
  await expect(downloadOf(page, 'Half downloaded.bin')).toHaveCount(0)
  await expectSameContent(page, file)
  expect(problems).toEqual([])
})
