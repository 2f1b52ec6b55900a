import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { type Person, chooseFiles, watchPage } from '../support/account/person.ts'
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

/** Five parts, of which up to three are under way at once. */
const LARGE_BYTES = 36 * MEBIBYTE
const PARTS = 5

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
  await expect(transferOf(page, 'Paused.bin')).toContainText(/Paused at .* of 36\.0+ MB/)
  letGo()
  await expectNoPartUnderWay(gate)
  // The queue runs: what is chosen now passes the paused one.
  await chooseFiles(page, makeFile(folder, 'Overtaking.txt', 900))
  await expect(rowOf(page, 'Overtaking.txt')).toBeVisible()
  expect(partsPassed(gate) - before).toBe(3)

  await page.getByRole('button', { name: 'Resume Paused.bin' }).click()
  await expect(rowOf(page, 'Paused.bin')).toBeVisible({ timeout: 60_000 })
  expect(partsPassed(gate) - before).toBe(PARTS)
  await expectSameContent(page, file)
  expect(problems).toEqual([])
})

test(
  'after a reload the same file continues where it stopped, and another one is refused',
  { tag: '@fast' },
  async ({ page }) => {
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
    expect(partsPassed(gate) - before).toBe(PARTS)
    await expectSameContent(page, file)
  },
)

test('an upload cancelled at any moment is gone without a trace, or stored and reported as such', async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  await test.step('in the middle', () => cancelInTheMiddle(page))
  await test.step('when all bytes had arrived', () => cancelAfterTheBytes(page))
  const sizes = { small: 100_000, large: 20 * MEBIBYTE }
  for (const [kind, size] of Object.entries(sizes)) {
    await test.step(`a ${kind} file whose record is on the way is stored, and the page says so`, () =>
      cancelBeforeTheRecord(page, makeFile(stage.folder, `Last moment ${kind}.bin`, size)))
  }
  expect(problems).toEqual([])
  for (const [kind, size] of Object.entries(sizes)) {
    await test.step(`a ${kind} file whose record cannot get through leaves no object`, () =>
      cancelWithoutRecord(page, makeFile(stage.folder, `Never recorded ${kind}.bin`, size)))
  }
})

async function cancelInTheMiddle(page: Page): Promise<void> {
  const { gate, folder } = stage
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
}

async function cancelAfterTheBytes(page: Page): Promise<void> {
  const { gate, folder } = stage
  const letGo = gate.holdAnswers(({ method, path }) => method === 'POST' && path.startsWith('/storage/v1/object/encry'))
  await chooseFiles(page, makeFile(folder, 'Small.bin', 100_000))
  await expect.poll(async () => (await stored(page, gate.url)).objects.length).toBe(1)

  await page.getByRole('button', { name: 'Cancel Small.bin' }).click()
  await expect(transferOf(page, 'Small.bin')).toContainText('Cancelled')
  letGo()

  await expect.poll(() => stored(page, gate.url)).toEqual({ records: 0, objects: [] })
}

/** Keeps back the record of a file, waits for its object, and cancels. @returns what was stored before, and lets the record go. */
async function cancelWithRecordHeld(page: Page, file: string) {
  const { gate } = stage
  const before = await stored(page, gate.url)
  const letGo = gate.holdRequests(({ method, path }) => method === 'POST' && path.startsWith('/rest/v1/file_records'))
  await chooseFiles(page, file)
  const objects = async () => (await stored(page, gate.url)).objects.length
  await expect.poll(objects, { timeout: 30_000 }).toBe(before.objects.length + 1)
  await page.getByRole('button', { name: `Cancel ${path.basename(file)}` }).click()
  return { before, letGo }
}

async function cancelBeforeTheRecord(page: Page, file: string): Promise<void> {
  const { before, letGo } = await cancelWithRecordHeld(page, file)
  letGo()
  await expect(transferOf(page, path.basename(file))).toContainText('Sealed and stored')
  expect((await stored(page, stage.gate.url)).records).toBe(before.records + 1)
  await expectSameContent(page, file)
}

async function cancelWithoutRecord(page: Page, file: string): Promise<void> {
  const { gate } = stage
  const { before, letGo } = await cancelWithRecordHeld(page, file)
  gate.cut()
  await expect(transferOf(page, path.basename(file))).toContainText('Cancelled')
  letGo()
  gate.mend()
  await expect.poll(() => stored(page, gate.url)).toEqual(before)
}

test('a locked vault sends and saves nothing, and what was under way continues after unlocking', async ({ page }) => {
  const problems = watchPage(page)
  const person = await newPerson(page, stage.gate.url)
  await test.step('an upload', () => lockWhileUploading(page, person))
  await test.step('a download of the same file', () => lockWhileDownloading(page, person))
  expect(problems).toEqual([])
})

async function lockWhileUploading(page: Page, person: Person): Promise<void> {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Locked.bin', LARGE_BYTES)
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
  expect(partsPassed(gate) - before).toBe(PARTS)
  await expectSameContent(page, file)
}

async function lockWhileDownloading(page: Page, person: Person): Promise<void> {
  const { gate, folder } = stage
  const file = path.join(folder, 'Locked.bin')
  const letGo = gate.holdBodies(({ path }) => path.startsWith('/storage/v1/object/authenticated'), 10 * MEBIBYTE)
  const download = await startDownload(page, 'Locked.bin')
  await expect(downloadOf(page, 'Locked.bin')).toContainText(/[1-9][\d.]* MB of/)

  await lock(page)

  expect(await download.failure()).toBeTruthy()
  await expect(page.getByText('The vault was locked; nothing was saved.')).toBeVisible()
  letGo()
  await unlock(page, person)
  await expect(downloadOf(page, 'Locked.bin')).toHaveCount(0)
  await expectSameContent(page, file)
}
