import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { chooseFiles, watchPage } from '../support/account/person.ts'
import { png, writeFile } from '../support/drive/preview-files.ts'
import { type Stage, newPerson, storedNews, unlock } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

const tileOf = (page: Page, name: string) => page.getByRole('gridcell').filter({ hasText: name })
const pictureOf = (page: Page, name: string) => tileOf(page, name).locator('img')
/** The tile that the keyboard is on. */
const cursorOf = (page: Page) =>
  page
    .getByRole('grid')
    .evaluate((grid) => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '')

test('tiles show pictures and are walked, selected, moved and opened like the list', async ({ page }) => {
  const problems = watchPage(page)
  const person = await newPerson(page, stage.gate.url)
  const { folder } = stage
  const wide = png(900, 300, [10, 95, 82])
  await chooseFiles(page, [
    writeFile(folder, 'a.png', wide),
    writeFile(folder, 'b.txt', 'words'),
    writeFile(folder, 'c.png', 'not a picture'),
    ...['d', 'e', 'f', 'g', 'h'].map((name) => writeFile(folder, `${name}.md`, name)),
  ])
  await expect(page.getByRole('row')).toHaveCount(9)
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Folder name').fill('Work')
  await page.keyboard.press('Enter')
  await dismissToasts(page)

  await test.step('the choice is kept on this device', async () => {
    await page.getByRole('button', { name: 'Tiles' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Tiles' })).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await unlock(page, person)
    await expect(tileOf(page, 'Work')).toContainText('0 items')
  })
  await test.step('a picture where there is one, an icon elsewhere, and no use noted', async () => {
    const picture = pictureOf(page, 'a.png')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
    await expect(picture).toHaveAttribute('src', /^blob:/)
    await expect(pictureOf(page, 'c.png')).toHaveCount(0)
    await expect(pictureOf(page, 'b.txt')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
  })
  await test.step('by keyboard in two dimensions', async () => {
    const grid = page.getByRole('grid')
    const columns = async () => Number(await grid.getAttribute('aria-colcount'))
    // The window was narrow a moment ago.
    await expect.poll(columns).toBeGreaterThan(3)
    const perRow = await columns()
    await grid.focus()
    await page.keyboard.press('Home')
    expect(await cursorOf(page)).toContain('Work')
    await page.keyboard.press('ArrowRight')
    expect(await cursorOf(page)).toContain('a.png')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await cursorOf(page)).toContain(['a.png', 'b.txt', 'c.png', 'd.md', 'e.md', 'f.md', 'g.md'][perRow - 1])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await page.keyboard.press(' ')
    await expect(page.getByRole('region', { name: 'Text of the file' })).toHaveText('words')
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Make a copy' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
  })
  await test.step('dragged into a folder, deleted, and taken back', async () => {
    await tileOf(page, 'h.md').dragTo(tileOf(page, 'Work'))
    await expect(tileOf(page, 'Work')).toContainText('1 item')
    await expect(tileOf(page, 'h.md')).toHaveCount(0)
    await tileOf(page, 'g.md').click()
    await page.keyboard.press('Delete')
    await expect(tileOf(page, 'g.md')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(tileOf(page, 'g.md')).toBeVisible()
    await tileOf(page, 'Work').dblclick()
    await expect(tileOf(page, 'h.md')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('only pictures on the screen are fetched', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const files = Array.from({ length: 60 }, (_, at) =>
    writeFile(stage.folder, `p${String(at).padStart(2, '0')}.png`, png(40, 30, [at * 4, 95, 82])),
  )
  await chooseFiles(page, files)
  await expect(storedNews(page, '60 files have been encrypted and uploaded securely')).toBeVisible({ timeout: 60_000 })
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.includes('/object/authenticated/')) fetched.add(pathname)
  })
  await page.getByRole('button', { name: 'Tiles' }).click()
  await expect(pictureOf(page, 'p00.png')).toBeVisible()
  const shown = await page.getByRole('gridcell').count()
  expect(shown).toBeGreaterThan(5)
  await expect(page.locator('[role=gridcell] img')).toHaveCount(shown)
  expect(fetched.size).toBeLessThanOrEqual(shown)
  expect(fetched.size).toBeLessThan(60)

  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await expect(pictureOf(page, 'p59.png')).toBeVisible()
  await expect(pictureOf(page, 'p00.png')).toHaveCount(0)
})
