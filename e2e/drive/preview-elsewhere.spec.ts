import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, watchPage, dialogOf } from '../support/account/person.ts'
import { png, wav, writeFile } from '../support/drive/preview-files.ts'
import {
  closeAll,
  personIn,
  rowOfList,
  shareAtFirstContact,
  shareWithKnown,
  storeFile,
  tabTo,
  lookAway,
} from '../support/sharing.ts'
import { type Stage, newPerson, rowOf, storedNews } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

const widthOf = (page: Page, name: string) =>
  dialogOf(page)
    .getByRole('img', { name })
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a file that somebody shared is looked at by keyboard, double click and menu, until sharing ends', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, stage.gate.url, 'ada'), await personIn(browser, stage.gate.url, 'bob')]
  const { folder } = stage
  for (const [file, share] of [
    [writeFile(folder, 'plan.png', png(320, 200, [10, 95, 82])), shareAtFirstContact],
    [writeFile(folder, 'tone.wav', wav(3)), shareWithKnown],
  ] as const) {
    await storeFile(ada.page, file)
    const name = file.split('/').at(-1) ?? ''
    await ada.page.getByRole('button', { name: `Share ${name}`, exact: true }).click()
    await share(ada.page, bob.email)
    await expect(ada.page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
    await ada.page.keyboard.press('Escape')
  }

  await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
  const dialog = dialogOf(bob.page)
  await test.step('with the keyboard alone', async () => {
    await expect(bob.page.getByRole('button', { name: 'Preview plan.png' })).toBeVisible()
    await bob.page.getByRole('heading', { name: 'Shared with me' }).click()
    await tabTo(bob.page, 'button', 'Preview plan.png')
    await expectAccessibleEverywhere(bob.page)
    await bob.page.keyboard.press('Enter')
    await expect.poll(() => widthOf(bob.page, 'plan.png')).toBe(320)
    await expect(dialog).toContainText('of 2')
    await expectAccessibleEverywhere(bob.page)
    await bob.page.keyboard.press('Escape')
    await expect(bob.page.getByRole('button', { name: 'Preview plan.png' })).toBeFocused()

    await bob.page.keyboard.press('Shift+F10')
    await expectAccessibleEverywhere(bob.page)
    await bob.page.getByRole('menuitem', { name: 'Preview' }).press('Enter')
    await expect.poll(() => widthOf(bob.page, 'plan.png')).toBe(320)
    await bob.page.keyboard.press('Escape')
    await expect(bob.page.getByRole('button', { name: 'Preview plan.png' })).toBeFocused()
  })
  await test.step('by double click, in spans through the service worker', async () => {
    await rowOfList(bob.page, 'Shared with me', 'tone.wav').getByText('From Ada Example').dblclick()
    await expect
      .poll(() => dialog.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeCloseTo(3, 1)
    await bob.page.keyboard.press('Escape')
  })
  expect([...ada.problems, ...bob.problems]).toEqual([])

  await lookAway(bob.page)
  await test.step('not once Ada has stopped', async () => {
    await ada.page.getByRole('link', { name: 'Shared', exact: true }).click()
    const stop = ada.page.getByRole('button', { name: /Stop sharing plan\.png with Bob/ })
    await stop.click()
    await expect(stop).toHaveCount(0)
    await bob.page.getByRole('button', { name: 'Preview plan.png' }).press('Space')
    await expect(dialog.getByRole('alert')).toContainText('This file is no longer shared with you.')
  })
  await closeAll(ada, bob)
})

test('an earlier version is looked at from the details, and the focus comes back', async ({ page }) => {
  const problems = watchPage(page)
  // Too narrow for details beside the list: they are a sheet.
  await page.setViewportSize({ width: 1200, height: 900 })
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, writeFile(stage.folder, 'notes.md', 'as it was'))
  await expect(rowOf(page, 'notes.md')).toBeVisible()
  const news = storedNews(page, 'notes.md has been encrypted and uploaded securely')
  await expect(news).toBeVisible()
  // The second upload is not to be taken for the first.
  await page.getByRole('button', { name: 'Close transfers' }).click()
  await expect(news).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Upload new version' }).press('Enter')
  await (await chooser).setFiles(writeFile(stage.folder, 'other.md', 'as it is now'))
  await expect(news).toBeVisible()

  await page.getByRole('grid').focus()
  await page.keyboard.press('i')
  await tabTo(page, 'button', 'Preview version 1')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('region', { name: 'Text of the file' })
  await expect(shown).toHaveText('as it was')
  await expect(page.getByText('Version 1 · 9 Bytes')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview version 1' })).toBeFocused()
  await dialogOf(page).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press(' ')
  await expect(shown).toHaveText('as it is now')
  expect(problems).toEqual([])
})
