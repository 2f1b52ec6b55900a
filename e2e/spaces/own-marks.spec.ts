import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Gate, startGate } from '../support/gate.ts'
import { dialogOf } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOf, storeFile } from '../support/sharing.ts'

let server: RunningServer
let gate: Gate
let folder: string
test.beforeAll(async () => {
  server = await startServer()
  gate = await startGate()
  gate.forwardTo(server.url)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-marks-'))
  fs.writeFileSync(path.join(folder, 'plan.pdf'), 'a plan')
})
test.afterAll(async () => {
  await gate.stop()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('stars and tags in a team space are each member’s own, and a copy of a file is shared out of it', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const bob = await personIn(browser, gate.url, 'bob')
  await ada.page.getByRole('link', { name: 'Team spaces' }).click()
  await ada.page.getByRole('button', { name: 'New space' }).first().click()
  await ada.page.getByLabel('Name', { exact: true }).fill('Board')
  await ada.page.getByRole('button', { name: 'Add Bob Example' }).click()
  await ada.page.getByRole('button', { name: 'Create space' }).click()
  await expect(ada.page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  await storeFile(ada.page, path.join(folder, 'plan.pdf'))
  await dismissToasts(ada.page)

  await test.step('Ada stars and tags it', async () => {
    await ada.page.getByRole('button', { name: 'Star plan.pdf', exact: true }).click()
    await rowOf(ada.page, 'plan.pdf').click()
    await ada.page.getByRole('button', { name: 'Tags', exact: true }).click()
    await expect(dialogOf(ada.page)).toContainText('the other members of Board do not see them')
    await ada.page.getByRole('button', { name: 'New Tag' }).click()
    await ada.page.getByLabel('Tag name').fill('For Monday')
    await ada.page.getByRole('button', { name: 'Create and add' }).click()
    await expect(ada.page.getByRole('checkbox', { name: 'For Monday' })).toBeChecked()
    await expectAccessibleEverywhere(ada.page)
    await ada.page.getByRole('button', { name: 'Done' }).click()
    await expect(ada.page.getByText('Tag added to file')).toBeVisible()
    await ada.page.getByRole('link', { name: 'Starred' }).click()
    await expect(rowOf(ada.page, 'plan.pdf')).toContainText('For Monday')
  })

  await test.step('her activity says what she did, by its name', async () => {
    await ada.page.getByRole('link', { name: 'Activity', exact: true }).click()
    await expect(ada.page.getByText('You uploaded plan.pdf')).toBeVisible()
    await expect(ada.page.getByText(/gone or in a team space/)).toHaveCount(0)
  })

  await test.step('Bob sees the file and none of that', async () => {
    await bob.page.getByRole('link', { name: 'Team spaces' }).click()
    await bob.page.getByRole('link', { name: 'Open Board' }).click()
    await expect(rowOf(bob.page, 'plan.pdf')).toBeVisible()
    await expect(bob.page.getByRole('button', { name: 'Star plan.pdf', exact: true })).toBeVisible()
    await expect(bob.page.getByText('For Monday')).toHaveCount(0)
  })

  await test.step('Bob shares a copy of his own', async () => {
    await bob.page.getByRole('button', { name: 'Share plan.pdf', exact: true }).click()
    await expect(dialogOf(bob.page)).toContainText('you save a copy in My Files and share that')
    await expectAccessibleEverywhere(bob.page)
    await bob.page.getByRole('button', { name: 'Save a copy and share' }).click()
    await expect(bob.page.getByLabel('Name or email of a colleague')).toBeVisible()
    await bob.page.keyboard.press('Escape')
    await expect(dialogOf(bob.page)).toHaveCount(0)
    await expect(rowOf(bob.page, 'plan.pdf')).toHaveCount(1)
    await bob.page.getByRole('link', { name: 'My Files', exact: true }).click()
    // The space has a row of that name as well.
    await expect(bob.page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText('Team spaces')
    await expect(rowOf(bob.page, 'plan.pdf')).toBeVisible()
  })

  await test.step('Bob closes the dialog while the copy is made, and is not asked again', async () => {
    await bob.page.getByRole('link', { name: 'Team spaces' }).click()
    await bob.page.getByRole('link', { name: 'Open Board' }).click()
    await bob.page.getByRole('button', { name: 'Share plan.pdf', exact: true }).click()
    const isCopy = ({ path }: { path: string }) => path.startsWith('/storage/v1/object/copy')
    const release = gate.holdRequests(isCopy)
    await bob.page.getByRole('button', { name: 'Save a copy and share' }).click()
    await expect.poll(() => gate.underWay(isCopy)).toBe(1)
    await bob.page.keyboard.press('Escape')
    await expect(dialogOf(bob.page)).toHaveCount(0)
    release()
    await expect(bob.page.getByText(/copied to My Files/)).toBeVisible()
    await expect(dialogOf(bob.page)).toHaveCount(0)
  })
  expect([...ada.problems, ...bob.problems]).toEqual([])
  await closeAll(ada, bob)
})
