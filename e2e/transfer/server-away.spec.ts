import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles } from '../support/person.ts'
import { type Stage, expectSameContent, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a strip says that the server is away or the browser offline, and goes when an upload went on', async ({
  page,
}) => {
  await newPerson(page, stage.gate.url)
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
})
