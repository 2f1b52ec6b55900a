import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type Locator, type Page, expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, expectOpenVault, signIn, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { writeFile } from '../support/drive/preview-files.ts'
import { openSecurity } from '../support/security-page.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { unlock } from '../support/transfers.ts'
import { type Tab, closeAll, makeLink, personIn, storeFile } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** Rules that count already. */
async function haveRules(rules: Record<string, unknown>): Promise<void> {
  const apikey = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const headers = { apikey, 'content-type': 'application/json' }
  const found = await fetch(`${server.url}/rest/v1/tenants?is_default=is.true&select=id`, { headers })
  const [{ id }] = (await found.json()) as [{ id: string }]
  const body = JSON.stringify({ tenant_id: id, version: 1, ...rules })
  const made = await fetch(`${server.url}/rest/v1/organisation_policies`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
}

/** Gives the page an authenticator: Chromium's own, in software. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('rules that come later: a passkey signs in where a second factor is required, a link of before is shortened', async ({
  browser,
}) => {
  const bob = await personIn(browser, server.url, 'bob')
  const { page } = bob
  await storeFile(page, writeFile(test.info().outputPath(), 'Plan.txt', 'a plan'))
  await page.getByRole('button', { name: 'Share Plan.txt', exact: true }).click()
  await makeLink(page, { downloads: '500' })
  await page.keyboard.press('Escape')
  await addAuthenticator(page)
  await openSecurity(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('This laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('This laptop')

  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString()
  await haveRules({ second_factor_from: aMinuteAgo, link_days: 3, link_downloads: 100 })
  await test.step('who has a passkey signs in with it, and sets up none before', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await signIn(page, bob)
    await expect(page.getByRole('heading', { name: 'A second factor is required' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/Your account has a passkey/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Set up|Add a passkey/ })).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
    await unlock(page, bob)
    await expectOpenVault(page)
  })
  await test.step('a link of before the rules is shortened, and keeps its limit', async () => {
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    await page.getByRole('button', { name: /Show or change the link to Plan.txt/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Link to Plan.txt' })
    await dialog.getByRole('button', { name: 'Change end, limit or password' }).click()
    await dialog.getByLabel(/New end/).fill('4')
    await expect(dialog.getByLabel(/Download limit/)).toHaveValue('500')
    await expect(dialog).toContainText('it ends within 3 days, 100 downloads at most')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Link changed')).toBeVisible()
  })
  await closeAll(bob)
})

const SIZES = [
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a wide screen', { viewport: { width: 1440, height: 900 } }],
] as const

/** Tab until it has the focus, as somebody does who has no mouse. */
async function reach(wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await wanted.page().keyboard.press('Tab')
  }
  throw new Error(`${String(wanted)} cannot be reached with Tab`)
}

async function press(wanted: Locator): Promise<void> {
  await reach(wanted)
  await wanted.page().keyboard.press('Enter')
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await reach(field)
  await field.page().keyboard.type(text)
}

const password = (page: Page): Locator => page.getByLabel('Password', { exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

async function unlockByKeys(page: Page, person: Person): Promise<void> {
  await typeInto(password(page), person.password)
  await page.keyboard.press('Enter')
}

/** Ends on the page to sign in. On a phone the way out is in the menu. */
async function signOutByKeys(page: Page): Promise<void> {
  const out = page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).first()
  if ((await out.count()) === 0) await press(button(page, 'Toggle sidebar'))
  await press(out)
  await expect(button(page, 'Sign in with a passkey')).toBeVisible()
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: null })
}

/** The browser writes refused requests on the console by itself. */
const unforeseen = (problems: readonly string[]) => problems.filter((problem) => !/\b(400|401|403)\b/.test(problem))

async function keyboardPerson(
  browser: Browser,
  { url, firstName, size }: { url: string; firstName: string; size: (typeof SIZES)[number][1] },
): Promise<Tab & Person> {
  const page = await (await browser.newContext(size)).newPage()
  const problems = watchPage(page)
  const person = { email: `${firstName.toLowerCase()}@example.org`, password: 'a password of mine', firstName }
  await openPreparedVault(page, url, person)
  await addAuthenticator(page)
  return { page, problems, ...person }
}

for (const [name, size] of SIZES) {
  test(`sign-in by passkey alone is required and kept with the keyboard, on ${name}`, async ({ browser }) => {
    const own = await startServer()
    const ada = await keyboardPerson(browser, { url: own.url, firstName: 'Ada', size })
    const bob = await keyboardPerson(browser, { url: own.url, firstName: 'Bob', size })
    await test.step('an owner signs in by a passkey, and requires it of everybody', () => requirePasskeys(ada, own.url))
    await letTheWayCome(own)
    await test.step('a member is led to a passkey, and signs in by it', () => followToPasskey(bob))
    await test.step('a sign-in by password opens nothing, and says why', () => refusePassword(bob))
    for (const { problems } of [ada, bob]) expect(unforeseen(problems)).toEqual([])
    await closeAll(ada, bob)
    await own.stop()
  })
}

async function requirePasskeys({ page, ...ada }: Tab & Person, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/security`)
  await unlockByKeys(page, ada)
  await press(button(page, 'Add a passkey'))
  const named = page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name')
  await reach(named)
  await page.keyboard.press('ControlOrMeta+a')
  await typeInto(named, 'Laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Laptop')
  await signOutByKeys(page)
  await press(button(page, 'Sign in with a passkey'))
  await unlockByKeys(page, ada)
  await expectOpenVault(page)

  await page.goto(`${url}/admin/security?view=policies`)
  await unlockByKeys(page, ada)
  const ways = page.getByRole('combobox', { name: 'Ways to sign in' })
  await typeInto(ways, 'Passkey a')
  await expect(ways).toHaveValue('passkey')
  await expect(page.getByText(/1 of 2 people has no passkey/)).toBeVisible()
  await look(page, 'rules')
  await press(button(page, 'Save rules'))
  await expect(page.getByText('The rules are saved')).toBeVisible()
}

/** Days go by until the rule counts. */
async function letTheWayCome({ url, dataDir }: RunningServer): Promise<void> {
  const apikey = fs.readFileSync(path.join(dataDir, 'secrets/secret-key'), 'utf8').trim()
  const changed = await fetch(`${url}/rest/v1/organisation_policies?sign_in_by=eq.passkey`, {
    method: 'PATCH',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ sign_in_from: new Date(Date.now() - 60_000).toISOString() }),
  })
  expect(changed.status).toBe(204)
}

async function followToPasskey({ page, ...bob }: Tab & Person): Promise<void> {
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in another way' })).toBeVisible()
  await expect(
    page.getByText(/requires everybody to sign in by passkey\. Your files are where they were\./),
  ).toBeVisible()
  await look(page, 'led-to-a-passkey')
  await press(button(page, 'Add a passkey and sign in with it'))
  await unlockByKeys(page, bob)
  await expectOpenVault(page)
}

async function refusePassword({ page, ...bob }: Tab & Person): Promise<void> {
  await signOutByKeys(page)
  await typeInto(page.getByLabel('Email', { exact: true }), bob.email)
  await typeInto(password(page), bob.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in another way' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/requires everybody to sign in by passkey/)).toBeVisible()
  await expect(button(page, 'Add a passkey and sign in with it')).toHaveCount(0)
  await look(page, 'password-refused')
  await press(button(page, 'Sign in with your passkey'))
  await unlockByKeys(page, bob)
  await expectOpenVault(page)
}
