import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { pdf, png, wav } from '../support/drive/preview-files.ts'
import { chooseFiles } from '../support/account/person.ts'
import { type Stage, rowOf } from '../support/transfers.ts'
import { closeAll, downloaded, hashOf, makeLink, newPage, personIn } from '../support/sharing.ts'
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
  'a guest previews files by what they are, and downloads one, which counts once',
  { tag: '@firefox' },
  async ({ browser }) => {
    const ada = await personIn(browser, server.url, 'ada')
    await store(ada.page, {
      'Note.txt': Buffer.from(TEXT),
      'Paper.pdf': pdf('words on paper'),
      'Tone.wav': wav(2.5),
      'Dot.png': PICTURE,
      'Data.bin': PICTURE,
    })
    const addresses = {
      note: await linkTo(ada.page, 'Note.txt', '1'),
      paper: await linkTo(ada.page, 'Paper.pdf'),
      tone: await linkTo(ada.page, 'Tone.wav'),
      dot: await linkTo(ada.page, 'Dot.png'),
      data: await linkTo(ada.page, 'Data.bin'),
    }
    await closeAll(ada)
    const visitor = await newPage(browser)
    const { page } = visitor
    await test.step('a PDF', async () => {
      await page.goto(addresses.paper)
      await page.getByRole('button', { name: 'Preview' }).click()
      const sheet = page.getByRole('dialog', { name: 'Paper.pdf' }).getByRole('article', { name: 'Page 1 of 1' })
      await expect(sheet).toContainText('words on paper')
      await expect(sheet.locator('canvas')).toBeVisible()
    })
    await test.step('sound, which is read piece by piece', async () => {
      await page.goto(addresses.tone)
      await page.getByRole('button', { name: 'Preview' }).click()
      const player = page.getByRole('dialog', { name: 'Tone.wav' }).locator('audio')
      await expect(player).toHaveAttribute('src', /^\/vault-view\//)
      await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(2.5, 1)
    })
    await test.step('a picture', async () => {
      await page.goto(addresses.dot)
      await page.getByRole('button', { name: 'Preview' }).press('Enter')
      const image = page.getByRole('dialog', { name: 'Dot.png' }).getByRole('img', { name: 'Dot.png' })
      await expect(image).toBeVisible()
      await expect(image).toHaveAttribute('src', /^blob:/)
    })
    await test.step('what the browser does not show has no button for it', async () => {
      await page.goto(addresses.data)
      await expect(page.getByRole('heading', { name: 'Data.bin' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0)
    })
    await test.step('preview and download count once, also after a reload', () => countOnce(page, addresses.note))
    expect(visitor.problems).toEqual([])
    await test.step('then the link is used up for everybody', async () => {
      const other = await newPage(browser)
      await other.page.goto(addresses.note)
      await expect(other.page.getByRole('heading', { name: 'This link was used up' })).toBeVisible()
      await closeAll(visitor, other)
    })
  },
)

async function countOnce(page: Page, address: string): Promise<void> {
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
}

/** All at once, because a second file dialog does not open in Firefox here. */
async function store(page: Page, contents: Record<string, Buffer>): Promise<void> {
  const files = Object.entries(contents).map(([name, content]) => {
    const file = path.join(folder, name)
    fs.writeFileSync(file, content)
    return file
  })
  await chooseFiles(page, files)
  for (const name of Object.keys(contents)) await expect(rowOf(page, name)).toBeVisible()
}

async function linkTo(page: Page, name: string, downloads = ''): Promise<string> {
  await page.getByRole('button', { name: `Share ${name}`, exact: true }).click()
  const address = await makeLink(page, { downloads })
  await page.keyboard.press('Escape')
  return address
}
