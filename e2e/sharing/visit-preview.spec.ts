import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { pdf, png, wav } from '../support/preview-files.ts'
import type { Stage } from '../support/transfers.ts'
import { closeAll, downloaded, hashOf, makeLink, newPage, personIn, storeFile } from '../support/sharing.ts'
import { test } from '../support/shared-stage.ts'

const TEXT = 'words that only the visitor reads'
const PICTURE = png(8, 8, [10, 95, 82])

let server: Stage
let folder: string
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-visit-'))
})
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test(
  'a guest previews and then downloads a file, which counts once, also after a reload',
  { tag: '@firefox' },
  async ({ browser }) => {
    const { address, close } = await linkTo(browser, 'Note.txt', Buffer.from(TEXT), '1')
    const visitor = await newPage(browser)
    const { page } = visitor
    await page.goto(address)
    await expect(page.getByText('Preview and download within an hour in this tab count once.')).toBeVisible()
    await page.getByRole('button', { name: 'Preview' }).click()
    const shown = page.getByRole('dialog', { name: 'Note.txt' })
    await expect(shown.getByText(TEXT)).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
    await expect(page.getByText('It was the last download of this link.')).toBeVisible()
    await expect(page.getByRole('definition').last()).toHaveText('0')

    await page.clock.install()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Note.txt' })).toBeVisible()
    expect(await downloaded(page, 'Download file')).toBe(hashOf(Buffer.from(TEXT)))
    await expect(page.getByRole('button', { name: 'Download again' })).toBeEnabled()
    await page.clock.fastForward('01:00:00')
    await expect(page.getByText('That was the last download of this link.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Download|Preview/ })).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    expect(visitor.problems).toEqual([])

    const other = await newPage(browser)
    await other.page.goto(address)
    await expect(other.page.getByRole('heading', { name: 'This link was used up' })).toBeVisible()
    await closeAll(visitor, other)
    await close()
  },
)

test('a guest reads a PDF', { tag: '@firefox' }, async ({ browser }) => {
  const paper = await linkTo(browser, 'Paper.pdf', pdf('words on paper'), '')
  const visitor = await newPage(browser)
  const { page } = visitor
  await page.goto(paper.address)
  await page.getByRole('button', { name: 'Preview' }).click()
  const sheet = page.getByRole('dialog', { name: 'Paper.pdf' }).getByRole('article', { name: 'Page 1 of 1' })
  await expect(sheet).toContainText('words on paper')
  await expect(sheet.locator('canvas')).toBeVisible()
  expect(visitor.problems).toEqual([])
  await closeAll(visitor)
  await paper.close()
})

test('a guest hears sound, which is read piece by piece', { tag: '@firefox' }, async ({ browser }) => {
  const sound = await linkTo(browser, 'Tone.wav', wav(2.5), '')
  const visitor = await newPage(browser)
  const { page } = visitor
  await page.goto(sound.address)
  await page.getByRole('button', { name: 'Preview' }).click()
  const player = page.getByRole('dialog', { name: 'Tone.wav' }).locator('audio')
  await expect(player).toHaveAttribute('src', /^\/vault-view\//)
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(2.5, 1)
  expect(visitor.problems).toEqual([])
  await closeAll(visitor)
  await sound.close()
})

test('a guest sees a picture; what the browser does not show has no button for it', async ({ browser }) => {
  const picture = await linkTo(browser, 'Dot.png', PICTURE, '')
  const visitor = await newPage(browser)
  const { page } = visitor
  await page.goto(picture.address)
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const image = page.getByRole('dialog', { name: 'Dot.png' }).getByRole('img', { name: 'Dot.png' })
  await expect(image).toBeVisible()
  await expect(image).toHaveAttribute('src', /^blob:/)
  await page.keyboard.press('Escape')
  await picture.close()

  const unknown = await linkTo(browser, 'Data.bin', PICTURE, '')
  await page.goto(unknown.address)
  await expect(page.getByRole('heading', { name: 'Data.bin' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  expect(visitor.problems).toEqual([])
  await closeAll(visitor)
  await unknown.close()
})

async function linkTo(browser: Browser, name: string, content: Buffer, downloads: string) {
  const ada = await personIn(browser, server.url, 'ada')
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  await storeFile(ada.page, file)
  await ada.page.getByRole('button', { name: `Share ${name}`, exact: true }).click()
  return { address: await makeLink(ada.page, { downloads }), close: () => closeAll(ada) }
}
