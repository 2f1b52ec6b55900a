import fs from 'node:fs'
import path from 'node:path'
import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage, dialogOf } from '../support/account/person.ts'
import { hugeScanPdf, japanesePdf, pdf, pdfPages, png, wav, writeFile } from '../support/drive/preview-files.ts'
import { type Stage, hashOf, lock, newPerson, rowOf, openRow } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

/** Stores files and sorts them by name, so that the arrows have an order. */
async function store(page: Page, files: string[]): Promise<void> {
  await chooseFiles(page, files)
  await expect(page.getByRole('row')).toHaveCount(files.length + 1)
  await dismissToasts(page)
}

const PARTLY = 'Something in this PDF cannot be drawn here. Download the file to see all of it.'

test('images, text and what has no viewer, with the keyboard alone', { tag: '@firefox' }, async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  const { folder } = stage
  const long = `first line\n${'0123456789abcdef'.repeat(1 << 16)}\nlast line`
  await store(page, [
    writeFile(folder, 'a.png', png(400, 300, [10, 95, 82])),
    writeFile(
      folder,
      'b.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>parent.hit=1</script><rect width="90" height="60" fill="#9a4712"/></svg>',
    ),
    writeFile(folder, 'c.md', '# Title\n\n<b onclick="x()">no markup</b>\n'),
    writeFile(folder, 'd.log', long),
    writeFile(folder, 'e.png', 'not a picture at all'),
    writeFile(folder, 'f.zip', 'PK'),
    writeFile(folder, 'g.txt', ''),
  ])

  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const shown = dialog.getByRole('img', { name: 'a.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  await expect(dialog).toContainText('1 of 7')
  await expectAccessibleEverywhere(page)

  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: 'b.svg' })).toHaveAttribute('src', /^blob:/)
  await expect
    .poll(() => dialog.getByRole('img', { name: 'b.svg' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(90)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('region', { name: 'Text of the file' })).toContainText('<b onclick="x()">no markup</b>')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('This is the first 1.00 MB of 1.00 MB.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Text of the file' })).not.toContainText('last line')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('This file cannot be shown.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('There is no preview for this type of file.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('This file is empty.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toContainText('f.zip')

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('img', { name: 'a.png' })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect(hashOf(await (await download).path())).toBe(hashOf(`${folder}/a.png`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('Control+Space')
  await expect(page.getByText('1 selected')).toBeHidden()
  await page.keyboard.press('Control+Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  expect(problems).toEqual([])
})

test('sound is read by range as it is sought, and locking the vault ends it', { tag: '@firefox' }, async ({ page }) => {
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)
  // 10.6 MB: six answers of the service worker.
  await store(page, [writeFile(stage.folder, 'long.wav', wav(120))])
  const before = stage.gate.passed.length
  await openRow(page, 'long.wav')
  const player = page.locator('audio')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(120)
  const fetched = () =>
    stage.gate.passed.slice(before).filter(({ path: asked }) => asked.includes('/object/authenticated/')).length
  await expectAccessibleEverywhere(page)
  await player.evaluate((audio: HTMLAudioElement) => (audio.currentTime = 110))
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThanOrEqual(2)
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.seeking)).toBe(false)
  expect(await player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeCloseTo(110, 0)
  expect(fetched()).toBeGreaterThan(1)

  const src = await player.getAttribute('src')
  const part = await page.evaluate(async (address) => {
    const response = await fetch(address, { headers: { range: 'bytes=4000000-' } })
    const { status, headers } = response
    const bytes = (await response.arrayBuffer()).byteLength
    return { status, bytes, range: headers.get('content-range'), cache: headers.get('cache-control') }
  }, src ?? '')
  expect(part).toEqual({
    status: 206,
    bytes: 2 << 20,
    range: `bytes 4000000-${4_000_000 + (2 << 20) - 1}/${44 + 120 * 88_200}`,
    cache: 'no-store',
  })
  expect(await page.evaluate(async () => caches.keys())).toEqual([])

  await page.keyboard.press('Escape')
  await lock(page)
  expect(await page.evaluate(async (address) => (await fetch(address)).status, src ?? '')).toBe(410)
  expect(problems.filter((problem) => !problem.includes('410'))).toEqual([])
})

test(
  'a PDF of many pages is drawn as it comes into sight, with its words and links',
  { tag: '@firefox' },
  async ({ page }) => {
    const problems = watchPage(page)
    await newPerson(page, stage.gate.url)
    await store(page, [writeFile(stage.folder, 'paper.pdf', await pdfPages(300))])
    await openRow(page, 'paper.pdf')
    const dialog = dialogOf(page)
    const sheet = (number: number) => dialog.getByRole('article', { name: `Page ${number} of 300`, exact: true })
    await expect(sheet(1)).toContainText('This is page 1')
    await expect.poll(() => darkPixels(sheet(1))).toBeGreaterThan(100)

    const link = sheet(1).getByRole('link', { name: 'https://example.org/' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await page.keyboard.press('PageDown')
    await expect(dialog.getByLabel('Page number')).toHaveValue('2')
    await page.keyboard.press('PageUp')
    await expect(dialog.getByLabel('Page number')).toHaveValue('1')
    await sheet(1).getByRole('button', { name: 'Go to a page of this file' }).click()
    await expect(sheet(300)).toContainText('This is page 300')
    await expect.poll(() => darkPixels(sheet(300))).toBeGreaterThan(100)
    // What is out of sight is given back.
    await expect(sheet(1)).toHaveCount(0)
    expect(await dialog.locator('canvas').count()).toBeLessThanOrEqual(5)

    await dialog.getByLabel('Page number').fill('150')
    await page.keyboard.press('Enter')
    await expect(sheet(150)).toContainText('This is page 150')
    // Here, because links on a page are as small as the file made them.
    await expectAccessibleEverywhere(page)
    await expect(dialog.getByText('125%')).toBeVisible()
    await page.keyboard.press('+')
    await expect(dialog.getByText('150%')).toBeVisible()
    await expect(dialog.getByLabel('Page number')).toHaveValue('150')
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await expect(dialog.getByText('110%')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fit to width' }).click()
    await expect.poll(async () => (await sheet(150).boundingBox())?.width).toBeGreaterThan(1300)
    await expect(dialog.getByLabel('Page number')).toHaveValue('150')
    expect(problems).toEqual([])
  },
)

/** How many pixels of the picture of a page are not light. */
async function darkPixels(sheet: Locator): Promise<number> {
  return sheet.evaluate((element) => {
    const canvas = element.querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.filter((value, at) => at % 4 === 0 && value < 100).length
  })
}

test(
  'a PDF with a password, and what is none, say so and offer the download',
  { tag: '@firefox' },
  async ({ page }) => {
    const problems = watchPage(page)
    await newPerson(page, stage.gate.url)
    await store(page, [
      writeFile(stage.folder, 'a-locked.pdf', await pdfPages(1, 'secret')),
      writeFile(stage.folder, 'b-broken.pdf', 'not a PDF at all'),
      writeFile(stage.folder, 'c-paper.pdf', pdf('A paper of mine')),
      writeFile(stage.folder, 'd-japanese.pdf', japanesePdf()),
      writeFile(stage.folder, 'e-scan.pdf', hugeScanPdf()),
      writeFile(stage.folder, 'f-old.txt', Buffer.from('caf\xe9', 'latin1')),
    ])
    await openRow(page, 'a-locked.pdf')
    const dialog = dialogOf(page)
    await expect(dialog.getByText('This PDF is protected by a password.')).toBeVisible()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download', exact: true }).last().click()
    expect(hashOf(await (await download).path())).toBe(hashOf(`${stage.folder}/a-locked.pdf`))
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByText('This file cannot be shown.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByText('A paper of mine')).toBeVisible()
    await expect(dialog.getByText(PARTLY)).toHaveCount(0)
    // Its table of characters comes from this server, in a script of the build.
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByText('日本')).toBeAttached()
    // A picture of 70 megapixels is left out, and that is said.
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByText(PARTLY)).toBeVisible()
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByText('café')).toBeVisible()
    await expect(dialog.getByText('It is shown as Western European text')).toBeVisible()
    expect(problems).toEqual([])
  },
)

test('a damaged file is refused with the known sentence, in every viewer', { tag: '@firefox' }, async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const before = new Set(blobs())
  await store(page, [
    writeFile(stage.folder, 'a.png', png(40, 30, [10, 95, 82])),
    writeFile(stage.folder, 'b.txt', 'a text'),
    writeFile(stage.folder, 'c.wav', wav(2)),
    writeFile(stage.folder, 'd.pdf', pdf('never shown')),
  ])
  for (const blob of blobs().filter((blob) => !before.has(blob))) flipLastByte(blob)

  await openRow(page, 'a.png')
  const sentence = dialogOf(page).getByText('This file was changed or damaged; nothing was saved.')
  await expect(sentence).toBeVisible()
  await expect(dialogOf(page).getByRole('img', { name: 'a.png' })).toHaveCount(0)
  for (const name of ['b.txt', 'c.wav', 'd.pdf']) {
    await page.keyboard.press('ArrowRight')
    await expect(dialogOf(page)).toContainText(name)
    await expect(sentence).toBeVisible()
  }
  await expectAccessibleEverywhere(page)
})

test('a file whose content the server lost is not said to be deleted', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const before = new Set(blobs())
  await store(page, [writeFile(stage.folder, 'lost.txt', 'a text')])
  for (const blob of blobs().filter((blob) => !before.has(blob))) fs.rmSync(blob)

  await openRow(page, 'lost.txt')

  await expect(dialogOf(page).getByText('This file was changed or damaged; nothing was saved.')).toBeVisible()
})

function blobs(): string[] {
  return fs
    .readdirSync(path.join(stage.server.dataDir, 'storage/blobs'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function flipLastByte(file: string): void {
  const bytes = fs.readFileSync(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}

test('Back closes a preview, and Forward shows it again', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const files = ['first.txt', 'second.txt'].map((name) => writeFile(stage.folder, name, name))
  await store(page, files)
  const at = page.url()
  const dialog = dialogOf(page)
  await openRow(page, 'first.txt')
  await expect(dialog).toContainText('first.txt')
  await expect(page).toHaveURL(/\?preview=/)

  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(at)
  await expect(rowOf(page, 'first.txt')).toBeVisible()
  await page.goForward()
  await expect(dialog).toContainText('first.txt')

  // Walking to the next one is no step of its own.
  await page.keyboard.press((await dialog.getByText('1 of 2').count()) > 0 ? 'ArrowRight' : 'ArrowLeft')
  await expect(dialog).toContainText('second.txt')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(at)
  await page.goForward()
  await expect(dialog).toContainText('second.txt')
})
