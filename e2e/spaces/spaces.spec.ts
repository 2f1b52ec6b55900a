import { randomBytes } from 'node:crypto'
import { openRow } from '../support/transfers.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { dialogOf } from '../support/account/person.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, downloaded, hashOf, personIn, rowOf, rowOfList, storeFile, tabTo } from '../support/sharing.ts'

const PLAN = 'plan.pdf'
const LATER = 'later.pdf'
const bytes = randomBytes(400_000)

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  server = await startServer()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-spaces-'))
  for (const name of [PLAN, LATER]) fs.writeFileSync(path.join(folder, name), bytes)
})
test.afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test(
  'two people work in a team space, and who is removed opens nothing that comes later',
  { tag: '@fast' },
  async ({ browser }) => {
    test.setTimeout(240_000)
    const ada = await personIn(browser, server.url, 'ada')
    const bob = await personIn(browser, server.url, 'bob')
    for (const { page } of [ada, bob]) page.setDefaultTimeout(15_000)

    await test.step('Ada makes a space with the keyboard alone', async () => {
      await openSpaces(ada.page)
      await expect(ada.page.getByText('No team spaces yet')).toBeVisible()
      await expectAccessibleEverywhere(ada.page)
      await tabTo(ada.page, 'button', 'New space')
      await ada.page.keyboard.press('Enter')
      await ada.page.getByLabel('Name', { exact: true }).focus()
      await ada.page.keyboard.type('Board')
      await tabTo(ada.page, 'button', 'Add Bob Example')
      await ada.page.keyboard.press('Enter')
      await expect(rowOfList(ada.page, 'Members', 'Bob Example')).toBeVisible()
      await expectAccessibleEverywhere(ada.page)
      await tabTo(ada.page, 'button', 'Create space')
      await ada.page.keyboard.press('Enter')
      await expect(ada.page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
    })
    await test.step('Ada stores a file in a folder of it', async () => {
      await ada.page.getByRole('button', { name: 'New folder' }).click()
      await ada.page.getByLabel('Folder name').fill('Minutes')
      await ada.page.getByRole('button', { name: 'Create folder', exact: true }).click()
      await openRow(ada.page, 'Minutes')
      await storeFile(ada.page, path.join(folder, PLAN))
      await expectAccessibleEverywhere(ada.page)
    })
    await test.step('it is not among what is her own', async () => {
      await ada.page.getByRole('link', { name: 'My Files', exact: true }).click()
      await expect(ada.page.getByRole('heading', { name: 'My Files', level: 1 })).toBeVisible()
      await expect(rowOf(ada.page, 'Minutes')).toHaveCount(0)
    })

    await test.step('Bob is notified, opens it, and works in it', async () => {
      await bob.page.getByRole('link', { name: /^Notifications/ }).click()
      await expect(bob.page.getByText('Ada Example added you to the team space “Board”')).toBeVisible()
      await bob.page.getByRole('link', { name: 'Open team spaces' }).click()
      await bob.page.getByRole('link', { name: 'Open Board' }).click()
      await openRow(bob.page, 'Minutes')
      expect(await downloaded(bob.page, `Download and decrypt ${PLAN}`)).toBe(hashOf(bytes))
      await rowOf(bob.page, PLAN).click()
      await bob.page.keyboard.press('F2')
      await expect(dialogOf(bob.page).getByRole('textbox')).toBeFocused()
      await bob.page.keyboard.press('Control+A')
      await bob.page.keyboard.type('report.pdf')
      await bob.page.keyboard.press('Enter')
      await expect(rowOf(bob.page, 'report.pdf')).toBeVisible()
      await expect(bob.page.getByRole('grid')).toBeFocused()
      await bob.page.keyboard.press('i')
      await expect(rowOfList(bob.page, 'Who has access', 'Ada Example')).toContainText('Manager')
      await expectAccessibleEverywhere(bob.page)
      await bob.page.keyboard.press('Escape')
    })

    await test.step('Ada removes Bob', async () => {
      await openSpaces(ada.page)
      await ada.page.getByRole('link', { name: 'Open Board' }).click()
      await ada.page.getByRole('button', { name: 'Members', exact: true }).click()
      await expectAccessibleEverywhere(ada.page)
      await ada.page.getByRole('button', { name: 'Remove Bob Example' }).click()
      await ada.page.getByRole('button', { name: 'Save members' }).click()
      await expect(ada.page.getByText('Members saved')).toBeVisible()
      await storeFile(ada.page, path.join(folder, LATER))
      await openRow(ada.page, 'Minutes')
      await expect(rowOf(ada.page, 'report.pdf')).toBeVisible()
    })
    await test.step('Bob opens nothing any more, and his open page says so by itself', async () => {
      await expect(bob.page.getByText('Space not found')).toBeVisible({ timeout: 30_000 })
      await expectAccessibleEverywhere(bob.page)
      await bob.page.getByRole('button', { name: 'All team spaces' }).click()
      await expect(bob.page.getByText('No team spaces yet')).toBeVisible()
    })

    await test.step('Ada makes Bob a viewer: he reads, also what came meanwhile, and changes nothing', async () => {
      await ada.page.getByRole('button', { name: 'Members', exact: true }).click()
      await ada.page.getByRole('button', { name: 'Add Bob Example' }).click()
      await ada.page.getByLabel('Role of Bob Example').selectOption('Viewer')
      await ada.page.getByRole('button', { name: 'Save members' }).click()
      await expect(ada.page.getByText('Members saved').last()).toBeVisible()
      await bob.page.reload()
      await bob.page.getByLabel('Password', { exact: true }).fill(bob.password)
      await bob.page.getByRole('button', { name: 'Unlock' }).click()
      await bob.page.getByRole('link', { name: 'Open Board' }).click()
      await expect(bob.page.getByText('You can open and download files here.')).toBeVisible()
      await expect(bob.page.getByRole('button', { name: 'New folder' })).toHaveCount(0)
      expect(await downloaded(bob.page, `Download and decrypt ${LATER}`)).toBe(hashOf(bytes))
      await expectAccessibleEverywhere(bob.page)
    })

    await test.step('both see the same code of the list of members', async () => {
      await bob.page.getByRole('button', { name: 'Members', exact: true }).click()
      const code = (page: Page) => page.getByRole('region', { name: 'Code of this member list' }).getByText(/^\d{5} /)
      // Ada saved from the sheet, so hers is closed.
      await ada.page.getByRole('button', { name: 'Members', exact: true }).click()
      await expect(code(bob.page)).toHaveText(await code(ada.page).innerText())
      await ada.page.keyboard.press('Escape')
    })

    await test.step('Bob leaves; Ada hears of it and changes the key', async () => {
      await bob.page.getByRole('button', { name: 'Leave space' }).click()
      await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Leave space' }).click()
      await expect(bob.page.getByText('You left the space')).toBeVisible()
      await expect(ada.page.getByText(/The server says that Bob Example/)).toBeVisible({ timeout: 30_000 })
      await expectAccessibleEverywhere(ada.page)
      await ada.page.getByRole('button', { name: 'Change key' }).click()
      await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Change key' }).click()
      await expect(ada.page.getByText('Key changed')).toBeVisible()
      await expect(ada.page.getByText(/The server says that Bob Example/)).toHaveCount(0)
    })

    await test.step('the trash of the space, and its end', async () => {
      await rowOf(ada.page, 'report.pdf').click()
      await ada.page.keyboard.press('Delete')
      await ada.page.getByRole('link', { name: 'Trash' }).click()
      await expect(rowOf(ada.page, 'report.pdf')).toContainText('Board / Minutes')
      await ada.page.getByRole('button', { name: 'Restore report.pdf' }).click()
      await expect(rowOf(ada.page, 'report.pdf')).toHaveCount(0)
      await ada.page.getByRole('button', { name: 'Members', exact: true }).click()
      await ada.page.getByRole('button', { name: 'Delete space' }).click()
      await ada.page.getByLabel('Type Board to delete it').fill('Board')
      await ada.page.getByRole('button', { name: 'Delete for everybody' }).click()
      await expect(ada.page.getByText('No team spaces yet')).toBeVisible()
    })
    await test.step('changed members are saved or discarded, never dropped without a question', () =>
      changeMembers(ada.page))
    expect([...ada.problems, ...bob.problems]).toEqual([])
    await closeAll(ada, bob)
  },
)

async function changeMembers(page: Page): Promise<void> {
  await openSpaces(page)
  await page.getByRole('button', { name: 'New space' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Garden')
  await page.getByRole('button', { name: 'Create space' }).click()
  await page.getByRole('button', { name: 'Members', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Members of Garden' })
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  const bob = rowOfList(page, 'Members', 'Bob Example')

  await test.step('without a change it closes at once', async () => {
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.getByRole('button', { name: 'Members', exact: true }).click()
  })
  await test.step('Escape, the cross and the page behind ask, and the change is kept', async () => {
    await sheet.getByRole('button', { name: 'Add Bob Example' }).first().click()
    const ways = [
      () => page.keyboard.press('Escape'),
      () => sheet.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(200, 500),
    ]
    for (const close of ways) {
      await close()
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toHaveCount(0)
      await expect(bob).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expectAccessibleEverywhere(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
  })
  await test.step('what was discarded is gone, and the focus is back', async () => {
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Members', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Members', exact: true }).click()
    await expect(bob).toHaveCount(0)
  })
  await test.step('Back asks as well, and leads on when they are discarded', async () => {
    await sheet.getByRole('button', { name: 'Add Bob Example' }).first().click()
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(bob).toBeVisible()
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('heading', { name: 'Team spaces', level: 1 })).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await page.goForward()
    await page.getByRole('button', { name: 'Members', exact: true }).click()
    await expect(bob).toHaveCount(0)
  })
  await test.step('saving is in sight on a small screen, wherever one has scrolled', async () => {
    await page.setViewportSize({ width: 390, height: 600 })
    const save = sheet.getByRole('button', { name: 'Save members' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await sheet.getByRole('button', { name: 'Delete space' }).scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
    await sheet.getByRole('button', { name: 'Add Bob Example' }).first().click()
    await expect(save).toBeInViewport({ ratio: 1 })
    await expectAccessibleEverywhere(page)
  })
  await test.step('a new name of the space leaves them to be saved', async () => {
    await sheet.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New name').fill('Orchard')
    await page.getByLabel('New name').press('Enter')
    const renamed = page.getByRole('dialog', { name: 'Members of Orchard' })
    await expect(renamed).toBeVisible()
    await expect(bob).toBeVisible()
    await renamed.getByRole('button', { name: 'Save members' }).click()
  })
  await test.step('who only added people reads nothing about people who were removed', async () => {
    const toast = page.getByRole('dialog').filter({ hasText: 'Members saved' })
    await expect(toast).toBeVisible()
    await expect(toast).not.toContainText('removed')
  })
}

async function openSpaces(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Team spaces', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Team spaces', level: 1 })).toBeVisible()
}
