import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles } from '../support/account/person.ts'
import type { Passed } from '../support/gate.ts'
import { type Stage, expectSameContent, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('while the server is away the app says so, keeps what is there, and continues when it is back', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
  await test.step('the command palette that cannot be loaded leaves the page as it is', () => loadPalette(page))
  await test.step('a page that cannot be loaded is there when somebody tries again', () => loadPages(page))
  await page.getByRole('link', { name: 'My Files', exact: true }).first().click()
  await test.step('a strip says that the server is away or the browser offline, and goes after an upload', () =>
    watchStrip(page))
})

async function watchStrip(page: Page): Promise<void> {
  await chooseFiles(page, makeFile(stage.folder, 'Before.txt', 10))
  await expect(rowOf(page, 'Before.txt')).toBeVisible()
  const file = makeFile(stage.folder, 'Meanwhile.bin', 300_000)

  stage.gate.cut()
  await chooseFiles(page, file)
  const away = page.getByText('The server does not answer. Nothing is lost')
  await expect(away).toBeVisible()
  await expect(rowOf(page, 'Before.txt')).toBeVisible()
  await expectAccessibleEverywhere(page)
  stage.gate.mend()
  await expect(away).toHaveCount(0)
  await expect(rowOf(page, 'Meanwhile.bin')).toBeVisible({ timeout: 30_000 })
  await expectSameContent(page, file)

  const offline = page.getByText('Offline. Nothing is lost')
  await page.context().setOffline(true)
  await expect(offline).toBeVisible()
  await page.context().setOffline(false)
  await expect(offline).toHaveCount(0)
}

async function loadPages(page: Page): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const lost = page.getByRole('heading', { name: 'This page could not be loaded', level: 1 })
  // One has a route of its own, the other a tab of the first page.
  for (const [link, heading] of [
    ['Security', 'Security'],
    ['Activity', 'Activity'],
  ] as const) {
    stage.gate.cut()
    await sidebar.getByRole('link', { name: link, exact: true }).click()
    await expect(lost).toBeVisible()
    await expect(page.getByRole('main').getByText('Your files are untouched.')).toBeVisible()
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    if (link === 'Security') await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(lost).toBeVisible()
    await expect(sidebar.getByRole('link', { name: 'My Files' })).toBeVisible()
    if (link === 'Security') await expectAccessibleEverywhere(page)
    // The page is loaded by itself as soon as the server is found to be back; until then the button has to do it.
    const find = stage.gate.refuse(isProbe)
    stage.gate.mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(lost).toHaveCount(0)
    find()
  }
}

/** The app asks this while the server is away. */
const isProbe = ({ path }: Passed) => path === '/livez'

async function loadPalette(page: Page): Promise<void> {
  stage.gate.cut()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  stage.gate.mend()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
}
