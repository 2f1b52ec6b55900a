import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { confirmationCode } from '../support/account/confirmation-code.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { chooseFiles, dialogOf, expectOpenVault, signIn } from '../support/account/person.ts'
import { png, writeFile } from '../support/drive/preview-files.ts'
import { openSecurity } from '../support/security-page.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, newPage, personIn, personWithoutPage, rowOf, rowOfList } from '../support/sharing.ts'

/** Of documentation: nobody's. */
const ATTACKER = '192.0.2.7'
const FILES = 25
/** Of another network than the account was made in. */
const ELSEWHERE = '8.8.8.8'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true' })
})
test.afterAll(() => server.stop())

/** Wrong passwords for accounts that do not exist, from one address. @returns the last answer's status. */
async function tryManyAccounts(count: number): Promise<number> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { publishable_key: string }
  const headers = {
    apikey: config.publishable_key,
    'content-type': 'application/json',
    'x-forwarded-for': ATTACKER,
  }
  let status = 0
  for (let n = 0; n < count; n += 1) {
    const body = JSON.stringify({ email: `nobody${n}@example.org`, password: 'a guess of somebody' })
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })
    status = answer.status
  }
  return status
}

/** Gone with what else a run leaves behind. */
function newFolder(name: string): string {
  const folder = test.info().outputPath(name)
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

async function emptyTrash(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click()
}

/** The browser writes refused requests on the console by itself. */
const unforeseen = (problems: readonly string[]) => problems.filter((problem) => !/\b(400|403|422|423)\b/.test(problem))

test('an owner takes an incident, notes, lifts and resolves; who was paused confirms by mail and deletes again', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const bob = { ...(await newPage(browser)), ...(await personWithoutPage(server.url, 'bob')) }

  await test.step('somebody on a device that the account does not know deletes everything, and is stopped', async () => {
    const { page } = bob
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': ELSEWHERE })
    await page.goto(`${server.url}/login`)
    await signIn(page, bob)
    await expectOpenVault(page)
    const folder = newFolder('letters')
    const files = Array.from({ length: FILES }, (_, n) => path.join(folder, `Letter ${n}.txt`))
    for (const file of files) fs.writeFileSync(file, file)
    await chooseFiles(page, files)
    await expect(page.getByText(`${FILES} files have been encrypted and uploaded securely`)).toBeVisible()
    await expect(page.getByText(`${FILES} files`, { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all files and folders' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dismissToasts(page)
    await page.getByRole('link', { name: 'Trash' }).click()
    await emptyTrash(page)
    await expect(page.getByText('Replacing and deleting files is paused for your account.')).toBeVisible()
    await expect(rowOf(page, 'Letter 0.txt')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('an address tries many accounts, and is blocked', async () => {
    expect(await tryManyAccounts(FILES)).toBe(429)
  })

  await test.step('an owner takes the incident, writes a note and lifts what was a false alarm', async () => {
    const { page } = ada
    await signedInAnHourAgo(page, '**/rest/v1/rpc/lift_enforcement', 'QS403')
    await page.getByRole('link', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: 'Look at the incident' }).first().click()
    await expect(dialogOf(page).getByRole('button', { name: 'Take it' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/admin\/security$/)
    await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
    const row = rowOfList(page, 'Incidents', 'One address tries many accounts')
    await expect(row).toContainText(`Sign-ins from ${ATTACKER}`)
    await expect(row).toContainText('Open')
    await expect(rowOfList(page, 'Incidents', 'Very many files replaced or deleted')).toContainText('Bob')
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Half took at most')
    await expect(page.getByRole('link', { name: 'RouteViews and DB-IP' })).toHaveAttribute('href', 'https://db-ip.com')
    await page.getByText('The same as a table').click()
    await expect(page.getByRole('table', { name: 'The last 30 days' })).toContainText('One address tries many accounts')
    await expectAccessibleEverywhere(page)

    await row.getByRole('button', { name: /^Open One address/ }).click()
    const sheet = dialogOf(page)
    await expect(sheet).toContainText('different accounts were tried')
    await sheet.getByRole('button', { name: 'Take it' }).click()
    await expect(sheet).toContainText('took it')
    await sheet.getByLabel('Note').fill('Our own scanner.')
    await sheet.getByRole('button', { name: 'Add note' }).click()
    await expect(sheet.getByRole('list', { name: 'Timeline' })).toContainText('Our own scanner.')
    await dismissToasts(page)
    await expectAccessibleEverywhere(page)
    await sheet.getByRole('button', { name: /^Lift: / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift it' }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirming.getByLabel('Password', { exact: true }).fill(ada.password)
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await expect(confirming).toBeHidden()
    await expect(sheet).toContainText('lifted by somebody who manages security')
    expect(await tryManyAccounts(1)).toBe(400)
    await sheet.getByRole('button', { name: 'Resolve' }).click()
    await expect(sheet).toContainText('Resolved')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(rowOfList(page, 'Incidents', ATTACKER)).toHaveCount(0)
    await page.getByRole('group', { name: 'Which incidents' }).getByText('Resolved', { exact: true }).click()
    await expect(rowOfList(page, 'Incidents', ATTACKER)).toBeVisible()
    await expect(page.getByRole('list', { name: 'In force now' })).toContainText('Bob')
  })

  await test.step('a detector is turned off after a question that says what is lost', async () => {
    const { page } = ada
    await page.getByRole('button', { name: 'Change: Links are tried out' }).click()
    await expectAccessibleEverywhere(page)
    await page.getByRole('radio', { name: 'Off', exact: true }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('The address continues to get answers.')
    await question.getByRole('button', { name: 'Turn it off' }).click()
    await expect(page.getByRole('listitem', { name: 'Links are tried out' })).toContainText('Off')
  })

  await test.step('the person says that it was them, confirms by mail, and deletes again', async () => {
    const { page } = bob
    await openSecurity(page)
    const noticed = page.getByRole('region', { name: 'What was noticed' })
    await expect(noticed).toContainText(`${FILES} files were replaced or deleted within ten minutes`)
    await expect(noticed).toContainText('In force now')
    await expectAccessibleEverywhere(page)
    await noticed.getByRole('button', { name: /^It was me/ }).click()
    await expect(noticed).toContainText('Answered: It was me')
    await page.getByRole('button', { name: 'Confirm that it was you' }).click()
    const dialog = dialogOf(page)
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Send the code' }).click()
    await dialog.getByLabel('Code from the mail').fill('000000')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('That is not the code')
    await dialog.getByLabel('Code from the mail').fill(await confirmationCode(server.url, bob.email))
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('You can replace and delete files again')).toBeVisible()
    await expect(page.getByText('Replacing and deleting files is paused')).toHaveCount(1)
    await expect(noticed).toContainText('Over')
    await page.getByRole('link', { name: 'My Files', exact: true }).click()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Delete Letter 0.txt for good' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await expect(rowOf(page, 'Letter 0.txt')).toHaveCount(0)
    await expect(rowOf(page, 'Letter 1.txt')).toBeVisible()
  })

  expect(unforeseen(ada.problems)).toEqual([])
  expect(unforeseen(bob.problems)).toEqual([])
  await closeAll(ada, bob)
})

test('a file with an alarm shows no picture of itself; opening it holds the session until its person confirms', async ({
  browser,
}) => {
  const bob = await personIn(browser, server.url, 'bob')
  const { page } = bob
  const folder = newFolder('bait')
  await chooseFiles(page, [
    writeFile(folder, 'Bait.png', png(300, 300, [10, 95, 82])),
    writeFile(folder, 'Passwords.txt', 'none of them is true'),
  ])
  await page.getByRole('button', { name: 'Tiles' }).click()
  const tileOf = (name: string) => page.getByRole('gridcell').filter({ hasText: name })
  const detailsOf = (name: string) => page.getByRole('complementary', { name: `Details of ${name}` })
  const setAlarm = async (name: string) => {
    await tileOf(name).click()
    await detailsOf(name).getByRole('checkbox', { name: 'Alarm when somebody opens this' }).click()
    await expect(detailsOf(name)).toContainText('Alarm set')
  }
  await expect(tileOf('Bait.png').locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Show details' }).click()
  await setAlarm('Bait.png')
  await expect(page.locator('img[src^="blob:"]')).toHaveCount(0)
  await setAlarm('Passwords.txt')
  await expectAccessibleEverywhere(page)
  await detailsOf('Passwords.txt').getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expect(page.getByText('A file was opened that nobody has a reason to open')).toBeVisible()
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Code from the mail').fill(await confirmationCode(server.url, bob.email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()

  // The vault was closed meanwhile.
  await page.getByLabel('Password', { exact: true }).fill(bob.password)
  await page.keyboard.press('Enter')
  await expectOpenVault(page)
  await openSecurity(page)
  const noticed = page.getByRole('region', { name: 'What was noticed' })
  await noticed.getByRole('button', { name: /^It was not me: Canary opened/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('Every other session has ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
  await expect(noticed).toContainText('Answered: It was not me')
  expect(unforeseen(bob.problems)).toEqual([])
  await closeAll(bob)
})
