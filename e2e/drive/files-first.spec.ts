import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { chooseFiles, dialogOf, watchPage } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf, openRow } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

const topOf = async (page: Page, name: string) => (await rowOf(page, name).boundingBox())?.y

test('the first file stands near the top, and a page has one address whichever way it is opened', async ({ page }) => {
  const problems = watchPage(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, [makeFile(stage.folder, 'Agenda.pdf', 900), makeFile(stage.folder, 'Budget.xlsx', 900)])
  await expect(rowOf(page, 'Budget.xlsx')).toBeVisible()
  expect(await topOf(page, 'Agenda.pdf')).toBeLessThanOrEqual(240)
  const views = page.getByRole('navigation', { name: 'View' })
  const place = await views.boundingBox()
  await rowOf(page, 'Agenda.pdf').click()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await views.boundingBox()).toEqual(place)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Skip to main content' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeFocused()

  const tab = page.getByRole('tab', { name: 'Shared' })
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shared' })
  await tab.click()
  await expect(page).toHaveURL(/\/dashboard\/shared$/)
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(rowOf(page, 'Agenda.pdf')).toBeVisible()
  await entry.click()
  await expect(page).toHaveURL(/\/dashboard\/shared$/)
  await expect(tab).toHaveAttribute('aria-selected', 'true')

  await page.evaluate(() => {
    history.pushState(null, '', '/dashboard?tab=nonsense')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByText('There is no such view. These are your files.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(problems).toEqual([])
})

test('the chosen order is kept, and a file that was opened keeps its place', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const names = ['Agenda.txt', 'Budget.txt', 'Contract.txt']
  await chooseFiles(
    page,
    names.map((name) => makeFile(stage.folder, name, 90)),
  )
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
  const order = async () =>
    (await page.getByRole('row').allInnerTexts()).flatMap((text) => names.filter((name) => text.includes(name)))
  expect(await order()).toEqual(names)

  await page.getByRole('button', { name: 'Last used' }).click()
  const byUse = await order()
  const last = byUse.at(-1) ?? ''
  await openRow(page, last)
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, last).getByTitle(/^Opened /)).toBeVisible()
  expect(await order()).toEqual(byUse)
  // Opened again, the list has it first.
  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.getByRole('tab', { name: 'Files' }).click()
  // The documents list them too, and go a moment later.
  await expect.poll(async () => (await order())[0]).toBe(last)
  await expect(rowOf(page, last)).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap opens, and everything is within reach', async ({ page }) => {
    const problems = watchPage(page)
    await newPerson(page, stage.gate.url)
    await chooseFiles(page, [makeFile(stage.folder, 'Agenda.txt', 90), makeFile(stage.folder, 'Budget.txt', 90)])
    await expect(rowOf(page, 'Budget.txt')).toBeVisible()
    expect(await topOf(page, 'Agenda.txt')).toBeLessThanOrEqual(260)
    await expectAccessible(page)

    await rowOf(page, 'Budget.txt').tap()
    await expect(dialogOf(page).getByRole('heading', { name: 'Budget.txt' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'New folder and more' }).tap()
    await page.getByRole('menuitem', { name: 'New Folder' }).tap()
    await page.getByLabel('Folder name').fill('Work')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Work').tap()
    await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible()
    await expect(page.getByText('Choose files or photos')).toBeVisible()

    await page.getByRole('button', { name: 'Search encrypted files...' }).tap()
    await page.getByPlaceholder('Search encrypted files...').fill('agen')
    await expect(rowOf(page, 'Agenda.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Close search' }).tap()
    await expect(rowOf(page, 'Agenda.txt')).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    expect(problems).toEqual([])
  })
})
