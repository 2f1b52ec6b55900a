import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, chooseFiles, signIn, watchPage, expectOpenVault } from '../support/account/person.ts'
import type { Passed } from '../support/gate.ts'
import { openSecurity } from '../support/security-page.ts'
import { type Stage, newPerson } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('a sign-in on a new device sends a notice, is found in the list of sessions, and ended there', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'sam@example.org', password: 'a password of mine', firstName: 'Sam' }
  await openPreparedVault(page, server.url, person)
  const { context: phone, page: phonePage } = await signInOnPhone(browser, person)

  await page.getByRole('link', { name: /^Notifications/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'You signed in on a new device' })).toContainText(
    'Safari on iPhone, 127.0.0.1',
  )
  await expect(page.getByRole('link', { name: 'Notifications 1 unread' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const mails = (await (await page.request.get(`${server.url}/dev/mailbox.json`)).json()) as {
    to: string
    subject: string
  }[]
  const own = mails.filter(({ to }) => to === person.email)
  expect(own.filter(({ subject }) => subject === 'You signed in on a new device')).toHaveLength(1)

  await page.getByRole('link', { name: 'Look at sessions and devices' }).click()
  const sessions = page.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This session')
  await expect(sessions.first().getByRole('button')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await expect(page.getByText('Safari on iPhone is signed out')).toBeVisible()
  await expect(sessions).toHaveCount(1)

  await test.step('the phone leaves with the next thing that it asks for', async () => {
    // Its live connection is refused as well, so it may have left already, or leave while it is clicked.
    const security = phonePage.getByRole('link', { name: 'Security', exact: true })
    await security.click({ timeout: 2000 }).catch(() => undefined)
    await expect(phonePage.getByText(/This session was ended.*Nothing that you stored was lost/)).toBeVisible()
    await expect(phonePage.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
    expect(await phonePage.evaluate(() => Object.keys(sessionStorage).concat(Object.keys(localStorage)))).not.toContain(
      'quantumshield-session',
    )
    await expectAccessibleEverywhere(phonePage)
    await signIn(phonePage, person)
    await expectOpenVault(phonePage)
    await phonePage.getByRole('button', { name: 'Account' }).click()
    await phonePage.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(phonePage.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
    await expect(phonePage.getByText(/This session was ended/)).toHaveCount(0)
  })
  await phone.close()

  await page.getByRole('link', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Mark as read: You signed in on a new device' }).click()
  await expect(page.getByText('Nothing new')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

  const group = page.getByText('Sign-in and keys', { exact: true })
  const counts = page.getByRole('group').filter({ has: group })
  await expect(counts).toContainText(/(\d+) of \1 in the app, \1 by email/)
  const [kinds] = /\d+/.exec(await counts.innerText()) ?? []
  await group.click()
  const newDevice = page.getByRole('row').filter({ hasText: 'Sign-in on a new device' })
  await expect(newDevice).toContainText('Always')
  await expect(newDevice.getByRole('checkbox')).toHaveCount(1)
  const byEmail = page.getByRole('checkbox', { name: 'A role of yours ends soon, by email' })
  await byEmail.focus()
  await page.keyboard.press('Space')
  await expect(byEmail).not.toBeChecked()
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(group).toHaveCount(0)
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await expect(counts).toContainText(`${kinds} of ${kinds} in the app, ${Number(kinds) - 1} by email`)
  await group.click()
  await expect(byEmail).not.toBeChecked()
  expect(problems).toEqual([])
})

test('what was just now moves on while the page is open, and while it was not looked at', async ({ page, browser }) => {
  const tia = { email: 'tia@example.org', password: 'a password of mine', firstName: 'Tia' }
  const elsewhere = await browser.newContext()
  await openPreparedVault(await elsewhere.newPage(), server.url, tia)
  await elsewhere.close()
  await page.clock.install()
  await page.goto(`${server.url}/login`)
  await signIn(page, tia)
  await expectOpenVault(page)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  const sessions = page.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')
  await expect(sessions.filter({ hasText: 'This session' })).toContainText('Active now')
  const session = sessions.filter({ hasNotText: 'This session' })
  await expect(session).toContainText('Last active just now')
  await page.clock.runFor('04:00')
  await expect(session).toContainText(/Last active [345] minutes ago/)
  await page.getByRole('link', { name: 'Help' }).click()
  await page.clock.runFor('20:00')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(session).toContainText(/Last active 2\d minutes ago/)
})

test('the score is the same on the dashboard and on the page that explains it', async ({ page }) => {
  await openPreparedVault(page, server.url, {
    email: 'sue@example.org',
    password: 'a password of mine',
    firstName: 'Sue',
  })
  const card = page.getByLabel('Summary').getByText('%')
  await expect(card).toHaveText('75%')
  await page.getByLabel('Summary').getByRole('link', { name: 'Security Score' }).click()

  await expect(page.getByRole('region', { name: 'Security Score' }).getByText('75%')).toBeVisible()
  const checks = page.getByRole('listitem').filter({ hasText: / of \d+ points/ })
  await expect(checks).toHaveCount(6)
  const open = checks.filter({ hasText: '0 of 25 points' })
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Two-step sign-in')
  await expect(open).toContainText('Off')
  await expect(open.getByRole('button', { name: 'Enable 2FA' })).toBeVisible()
  const earned = (await checks.allInnerTexts()).map((text) => Number(/(\d+) of \d+ points/.exec(text)?.[1]))
  expect(earned.reduce((sum, points) => sum + points, 0)).toBe(75)

  await page.getByRole('button', { name: 'What the server sees' }).click()
  const sheet = page.getByRole('dialog', { name: 'What the server sees' })
  await expect(sheet).toContainText('Names of files, folders and tags, and types of files, are sealed')
  await expectAccessibleEverywhere(page)
})

test('the activity of a person in sentences, with names that only this browser knows', async ({ page }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-activity-'))
  const names = ['Plan.txt', 'Draft.txt']
  for (const name of names) fs.writeFileSync(path.join(folder, name), name)
  await openPreparedVault(page, server.url, {
    email: 'ann@example.org',
    password: 'a password of mine',
    firstName: 'Ann',
  })
  await chooseFiles(
    page,
    names.map((name) => path.join(folder, name)),
  )
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Plan.txt' }).click()
  await page.keyboard.press('F2')
  await page.getByLabel('New name').fill('Master plan.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The file is now called Master plan.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Draft.txt' }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Delete Draft.txt for good' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Draft.txt has been permanently deleted')).toBeVisible()

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  const today = page.getByRole('list', { name: 'Today' })
  await expect(today).toContainText('You renamed Master plan.txt')
  await expect(today).toContainText('You uploaded Master plan.txt')
  await expect(today).toContainText('You uploaded a file that is gone')
  await expect(today).toContainText('You deleted a file')
  await expect(today).toContainText('You made your recovery kit')
  await expectAccessibleEverywhere(page)
  const signIns = page.getByRole('radio', { name: 'Sign-ins' })
  // The address says which is chosen, and it changes a moment after the click.
  await signIns.click({ force: true })
  await expect(signIns).toBeChecked()
  await expect(page).toHaveURL(/kind=signIns/)
  await expect(today).toContainText('You signed in')
  await expect(today).not.toContainText('You uploaded')
  fs.rmSync(folder, { recursive: true })
})

test('signing out ends what the page and its worker still ask, so that the server has nothing to refuse', async ({
  page,
}) => {
  const problems = watchPage(page)
  await newPerson(page, server.gate.url)
  const isOwnUser = ({ method, path: address }: Passed) => method === 'GET' && address === '/auth/v1/user'
  const letGo = server.gate.holdRequests(isOwnUser)
  await openSecurity(page)
  // The worker asks for the address, the page for the phone number and the second factors.
  await expect.poll(() => server.gate.underWay(isOwnUser)).toBeGreaterThanOrEqual(2)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(server.gate.underWay(isOwnUser)).toBe(0)
  letGo()
  expect(problems).toEqual([])
})

async function signInOnPhone(browser: Browser, person: Person) {
  const context: BrowserContext = await browser.newContext({ userAgent: PHONE })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await signIn(page, person)
  await expectOpenVault(page)
  return { context, page }
}
