import fs from 'node:fs'
import path from 'node:path'
import { type Locator, type Page, expect, test } from '@playwright/test'
import { generateSync } from 'otplib'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { type Person, comeBack, dialogOf, expectOpenVault, signIn } from '../support/account/person.ts'
import { writeFile } from '../support/drive/preview-files.ts'
import { openSecurity } from '../support/security-page.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { unlock } from '../support/transfers.ts'
import { type Tab, closeAll, personIn, rowOfList, storeFile } from '../support/sharing.ts'

const STEP_MS = 30_000

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** The browser writes refused requests on the console by itself. */
const unforeseen = (problems: readonly string[]) => problems.filter((problem) => !/\b(400|401|403)\b/.test(problem))

/** In the dialog that adds an authenticator app, from its name on. @returns the next code, which was not used yet. */
async function addApp(adding: Locator): Promise<() => string> {
  await adding.getByRole('button', { name: 'Show the QR code' }).click()
  const secret = ((await adding.getByText(/^([A-Z2-7]{4} ?)+$/).textContent()) ?? '').replaceAll(' ', '')
  let step = Math.floor(Date.now() / STEP_MS)
  const next = () => generateSync({ secret, epoch: (step++ * STEP_MS) / 1000 })
  await adding.getByLabel('Six-digit code').fill(next())
  await adding.page().keyboard.press('Enter')
  return next
}

/** Days go by until the rule counts. */
async function letTheDayCome(): Promise<void> {
  const key = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const changed = await fetch(`${server.url}/rest/v1/organisation_policies?second_factor_from=not.is.null`, {
    method: 'PATCH',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ second_factor_from: new Date(Date.now() - 60_000).toISOString() }),
  })
  expect(changed.status).toBe(204)
}

async function openRules(page: Page): Promise<Locator> {
  await openAdminPage(page, 'Security')
  await page.getByRole('tab', { name: 'Rules' }).click()
  return page.getByRole('region', { name: 'Rules' })
}

test('rules for links show in the dialog of everybody and are not overwritten unseen; a second factor is required', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const bob = await personIn(browser, server.url, 'bob')
  const file = writeFile(test.info().outputPath(), 'Plan.txt', 'a plan')
  await storeFile(bob.page, file)
  await signedInAnHourAgo(ada.page, '**/rest/v1/rpc/set_policies', 'QS403')

  await test.step('an owner sets rules, with the password', async () => {
    const rules = await openRules(ada.page)
    await expect(rules).toContainText('Nobody has set a rule yet.')
    await expect(rules).toContainText('No links are active.')
    await rules.getByRole('checkbox', { name: 'A link needs a password' }).check()
    await rules.getByLabel('A link ends within').selectOption('7 days')
    await rules.getByLabel('Downloads of a link').selectOption('5 at most')
    await rules.getByLabel('Shortest password').selectOption('12 characters')
    await expect(rules.getByRole('region', { name: 'What changes' })).toContainText(
      'A link ends within: 90 days (server default) → 7 days',
    )
    await expectAccessibleEverywhere(ada.page)
    await rules.getByRole('button', { name: 'Save rules' }).click()
    const confirming = ada.page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirming.getByLabel('Password', { exact: true }).fill(ada.password)
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await expect(ada.page.getByText('The rules are saved')).toBeVisible()
    await expect(rules).toContainText('Changed last by Ada Example (you)')
    await dismissToasts(ada.page)
  })

  await test.step('the dialog of a link offers what is allowed, and says whose rule it is', async () => {
    const { page } = bob
    await page
      .getByRole('row')
      .filter({ hasText: 'Plan.txt' })
      .getByRole('button', { name: /^Share/ })
      .click()
    const dialog = dialogOf(page)
    await expect(dialog).toContainText(
      'Rule of your organisation: a link has a password, it ends within 7 days, 5 downloads at most.',
    )
    await expect(dialog.getByLabel('Ends after (days)')).toHaveValue('7')
    await expect(dialog.getByLabel('Download limit')).toHaveValue('5')
    await dialog.getByLabel('Ends after (days)').fill('8')
    await dialog.getByLabel('Password', { exact: true }).fill('a password of the link')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog).toContainText('1 to 7')
    await expectAccessibleEverywhere(page)
    await dialog.getByLabel('Ends after (days)').fill('7')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).not.toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('what somebody else changed meanwhile is shown, and nothing of theirs is lost', async () => {
    const other = await ada.page.context().newPage()
    await other.goto(`${server.url}/admin/security?view=policies`)
    await other.getByLabel('Password', { exact: true }).fill(ada.password)
    await other.getByRole('button', { name: 'Unlock' }).click()
    const theirs = other.getByRole('region', { name: 'Rules' })
    await expect(theirs.getByLabel('A link ends within')).toHaveValue('7')
    const rules = ada.page.getByRole('region', { name: 'Rules' })
    await rules.getByRole('checkbox', { name: 'Allow requests for files' }).uncheck()
    await theirs.getByLabel('A link ends within').selectOption('14 days')
    await theirs.getByRole('button', { name: 'Save rules' }).click()
    await expect(other.getByText('The rules are saved')).toBeVisible()

    await rules.getByRole('button', { name: 'Save rules' }).click()
    await expect(rules).toContainText('changed the rules meanwhile')
    await expect(rules.getByLabel('A link ends within')).toHaveValue('14')
    await rules.getByRole('button', { name: 'Save rules' }).click()
    await expect(rules.getByRole('region', { name: 'What changes' })).toHaveCount(0)
    await expect(rules).not.toContainText('changed the rules meanwhile')
    await other.close()
    await bob.page.getByRole('button', { name: 'Request files' }).click()
    await expect(dialogOf(bob.page)).toContainText('Your organisation does not allow requests for files.')
  })

  await bob.page.keyboard.press('Escape')
  await ada.page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await test.step('a required second factor: announced, then asked for, set up on the spot; sessions of everybody are ended', () =>
    requireSecondFactor(ada, bob))

  expect(unforeseen(ada.problems)).toEqual([])
  expect(unforeseen(bob.problems)).toEqual([])
  await closeAll(ada, bob)
})

async function requireSecondFactor(ada: Tab & Person, bob: Tab & Person): Promise<void> {
  await test.step('who has none requires none', async () => {
    const { page } = ada
    const rules = await openRules(page)
    await rules.getByRole('checkbox', { name: 'Require a second factor' }).check()
    await rules.getByLabel('From').fill(new Date().toISOString().slice(0, 10))
    await expect(rules).toContainText('Choose the day after tomorrow or later')
    await rules.getByRole('button', { name: 'Undo' }).click()
    await rules.getByRole('checkbox', { name: 'Require a second factor' }).check()
    await rules.getByRole('button', { name: 'Save rules' }).click()
    await expect(rules).toContainText('First set up a second factor of your own')
    await expectAccessibleEverywhere(page)
  })

  await test.step('an owner sets one up, and requires it', async () => {
    const { page } = ada
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    // Until the dashboard is loaded, the panel is there, which has a link of that name as well.
    await expect(page).toHaveURL(/\/dashboard$/)
    await openSecurity(page)
    await page.getByRole('button', { name: 'Enable 2FA' }).click()
    await addApp(page.getByRole('dialog', { name: 'Add an authenticator app' }))
    const kept = page.getByRole('dialog', { name: 'Recovery codes' })
    await kept.getByRole('button', { name: 'Make recovery codes' }).click()
    await kept.getByRole('button', { name: 'I saved the codes' }).click()
    const rules = await openRules(page)
    await rules.getByRole('checkbox', { name: 'Require a second factor' }).check()
    await rules.getByRole('button', { name: 'Save rules' }).click()
    await expect(page.getByText('The rules are saved')).toBeVisible()
  })

  const { page } = bob
  await test.step('a member is notified of the day', async () => {
    await page.reload()
    await unlock(page, bob)
    await expect(page.getByText(/^From .* your organisation requires a second factor\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set one up' })).toHaveAttribute('href', '/dashboard/security')
    await expectAccessibleEverywhere(page)
  })

  await test.step('from that day on there is a screen instead of the vault, which leads back in', async () => {
    await letTheDayCome()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'A second factor is required' })).toBeVisible()
    await expect(page.getByText(/requires everybody to sign in with a second factor/)).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const nextCode = await addApp(page.getByRole('dialog', { name: 'Add an authenticator app' }))
    // The password left the memory with the reload.
    await unlock(page, bob)

    await page.getByRole('button', { name: 'Logout' }).first().click()
    await signIn(page, bob)
    await page.getByLabel('Six-digit code').fill(nextCode())
    await page.keyboard.press('Enter')
    await expectOpenVault(page)
  })

  await test.step('the owner sees the sessions of everybody, and ends one', async () => {
    await ada.page.getByRole('tab', { name: 'Sessions' }).click()
    await expect(ada.page.getByRole('list', { name: 'Everyone’s sessions' })).toContainText('This session')
    const row = rowOfList(ada.page, 'Everyone’s sessions', 'Bob Example').first()
    await expect(row).toContainText('Second factor')
    await expectAccessibleEverywhere(ada.page)
    await row.getByRole('button', { name: /^End a session of Bob Example/ }).click()
    const dialog = dialogOf(ada.page)
    await dialog.getByRole('radio', { name: 'All sessions' }).check()
    await expectAccessibleEverywhere(ada.page)
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expect(ada.page.getByText(/ha(s|ve) ended$/)).toBeVisible()
    // The page may have noticed by itself.
    await comeBack(page)
    await expect(page.getByRole('heading', { level: 1, name: /Sign in|Welcome/ })).toBeVisible()
  })

  await test.step('the ledger says how it is', async () => {
    await ada.page.getByRole('tab', { name: 'Threats' }).click()
    await expect(ada.page.getByRole('region', { name: 'Audit ledger' })).toContainText('entr')
    await expectAccessibleEverywhere(ada.page)
  })
}
