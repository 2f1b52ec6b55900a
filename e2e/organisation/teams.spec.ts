import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { dialogOf } from '../support/account/person.ts'
import { prepareVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOfList, storeFile } from '../support/sharing.ts'

const PLAN = 'plan.pdf'

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  server = await startServer()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-teams-'))
  fs.writeFileSync(path.join(folder, PLAN), randomBytes(10_000))
})
test.afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('a team is made, a space and a file are shared with its people, and nobody joins by joining the team', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  page.setDefaultTimeout(15_000)
  for (const firstName of ['Bob', 'Carol', 'Dan']) {
    const email = `${firstName.toLowerCase()}-${randomBytes(4).toString('hex')}@example.org`
    await prepareVault(server.url, { email, password: 'a password of mine', firstName })
  }

  await test.step('Ada makes a team of two people', async () => {
    await openTeams(page)
    await expect(page.getByText('No teams yet')).toBeVisible()
    await page.getByRole('button', { name: 'New team' }).click()
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('Finance')
    await dialogOf(page).getByLabel('Description').fill('Books and bills')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Create team' }).click()
    await addPeople(page, 'Bob', 'Carol')
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(rowOfList(page, 'Teams', 'Finance')).toContainText('2 people · Books and bills')
    await expectAccessibleEverywhere(page)
  })

  await test.step('a second team cannot have the name, and nothing that was typed is lost', async () => {
    await page.getByRole('button', { name: 'New team' }).click()
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('finance')
    await page.getByRole('button', { name: 'Create team' }).click()
    await expect(page.getByText('Another team of your organisation has this name.')).toBeVisible()
    await expect(dialogOf(page).getByLabel('Name', { exact: true })).toHaveValue('finance')
    await page.keyboard.press('Escape')
  })

  await test.step('a space is made with the team: its people are on the list by name, as people never seen before', async () => {
    await openSpaces(page)
    await page.getByRole('button', { name: 'New space' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Books')
    await page.getByRole('button', { name: 'Add its people' }).click()
    await expect(page.getByText('2 people of Finance on the list.')).toBeVisible()
    for (const name of ['Bob Example', 'Carol Example']) {
      await expect(rowOfList(page, 'Members', name)).toContainText('First contact')
    }
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Create space' }).click()
    await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
    await expect(page.getByText('3 people', { exact: true })).toBeVisible()
  })

  await test.step('Dan joins the team and Carol leaves it: both are shown, and the space is as it was', async () => {
    await openTeams(page)
    await page.getByRole('button', { name: 'Open Finance' }).click()
    await page.getByRole('button', { name: 'Remove Carol Example from the team' }).click()
    await addPeople(page, 'Dan')
    await page.keyboard.press('Escape')
    await openSpaces(page)
    await page.getByRole('link', { name: 'Open Books' }).click()
    await expect(page.getByText('1 person of Finance is not in this space.')).toBeVisible()
    await expect(page.getByText('3 people', { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('Ada adds Dan and keeps Carol', async () => {
    await page.getByRole('button', { name: 'Look at members' }).click()
    await expect(page.getByText('1 person is no longer in Finance. Carol Example')).toBeVisible()
    await page.getByRole('button', { name: 'Keep those who left Finance in the space' }).click()
    await expect(page.getByText('1 person is no longer in Finance.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add the missing people of Finance' }).click()
    await expect(rowOfList(page, 'Members', 'Dan Example')).toContainText('First contact')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Save members' }).click()
    await expect(page.getByText('Members saved')).toBeVisible()
    await expect(page.getByText('4 people', { exact: true })).toBeVisible()
    await expect(page.getByText('is not in this space')).toHaveCount(0)
  })

  await test.step('a file is shared with the team: each person is looked at, and one is left out', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).click()
    await storeFile(page, path.join(folder, PLAN))
    await page.getByRole('button', { name: `Share ${PLAN}`, exact: true }).click()
    const field = page.getByLabel('Name or email of a colleague')
    await field.fill('fin')
    await page.getByRole('option', { name: 'Finance' }).click()
    await expect(field).toHaveValue('Finance')
    await page.getByRole('button', { name: 'Share file' }).click()
    await expect(page.getByText('Are these the right people?')).toBeVisible()
    await page.getByRole('button', { name: 'Leave out Bob Example' }).click()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Share file' }).click()
    await expect(field).toHaveValue('')
    await expect(rowOfList(page, 'Who has access', 'Dan Example')).toBeVisible()
    await expect(rowOfList(page, 'Who has access', 'Bob Example')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the team is deleted by its name, and the space keeps its people', async () => {
    await openTeams(page)
    await page.getByRole('button', { name: 'Open Finance' }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await expect(page.getByText('Its people keep everything that they can open')).toBeVisible()
    await page.getByLabel('Type Finance to delete it').fill('Finance')
    await expectAccessibleEverywhere(page)
    await dialogOf(page).last().getByRole('button', { name: 'Delete team' }).click()
    await expect(page.getByText('No teams yet')).toBeVisible()
    await openSpaces(page)
    await page.getByRole('link', { name: 'Open Books' }).click()
    await expect(page.getByText('4 people', { exact: true })).toBeVisible()
  })
  expect(ada.problems).toEqual([])
  await closeAll(ada)
})

async function openTeams(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('tab', { name: 'Teams', exact: true }).click()
}

async function openSpaces(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Team spaces', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Team spaces', level: 1 })).toBeVisible()
}

/** In the open sheet of a team; it says when they are saved. */
async function addPeople(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name: `Add ${name} Example to the team` }).click()
  await page.getByRole('button', { name: 'Save people' }).click()
  await expect(page.getByRole('button', { name: 'Save people' })).toHaveCount(0)
  for (const name of names) await expect(rowOfList(page, 'People', `${name} Example`)).toBeVisible()
}
