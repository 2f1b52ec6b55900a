import fs from 'node:fs'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const owner: Person = { email: 'olga@example.org', password: 'a password of mine', firstName: 'Olga' }
const member: Person = { email: 'mia@example.org', password: 'a password of mine', firstName: 'Mia' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an owner searches the log, looks at an event, and exports what is filtered; a member may not', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPreparedVault(page, server.url, owner)
  const rows = page.getByRole('table', { name: 'Security Audit Logs' }).locator('tbody tr')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const nameOfFirst = () =>
    rows
      .first()
      .getByRole('button', { name: /^View / })
      .getAttribute('aria-label')

  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await expect(page).toHaveURL(/tab=audit-logs/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date & Time',
    'Event',
    'Category',
    'User',
    'Status',
    'Risk Level',
    'Ledger',
    'Details',
  ])
  await expectAccessibleEverywhere(page)

  await page.getByLabel('Search events').fill('nobody of that name')
  await expect(rows).toHaveCount(0)
  await page.getByLabel('Search events').fill('olga example')
  await expect(rows.first()).toContainText('Olga Example')

  await failToSignIn(page, 25)
  await page.getByLabel('Search events').fill('sign-in failed')
  await expect(page).toHaveURL(/search=sign-in/)
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Sign-in failed')
  await expect(rows.first()).toContainText('Olga Example')
  await expect(rows.first()).toContainText('Failure')

  // Others keep trying meanwhile: the second page begins where the first one ended all the same.
  await failToSignIn(page, 3)
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows).toHaveCount(5)
  await expect(next).toBeDisabled()
  await page.goBack()
  await expect(rows).toHaveCount(20)
  const newest = await nameOfFirst()
  await failToSignIn(page, 2)
  // Without anything that the person does.
  const pill = page.getByRole('button', { name: '2 new events' })
  await expect(pill).toBeVisible()
  expect(await nameOfFirst()).toBe(newest)
  await pill.click()
  await expect(pill).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d\d-\d\d\.csv$/)
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe('\u{feff}Date,Event Type,Category,User ID,Action,Status,Risk Level,Details')
  expect(lines).toHaveLength(31)
  for (const line of lines.slice(1)) expect(line).toContain(',login.failed,auth,')
  await expect(page.getByText('30 events saved as CSV, as filtered here.')).toBeVisible()
  const second = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export in another format' }).press('Enter')
  await expectAccessibleEverywhere(page)
  await page.getByRole('menuitem', { name: /^OCSF/ }).press('Enter')
  const ocsf = await second
  expect(ocsf.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d\d-\d\d\.ocsf\.ndjson$/)
  const events = fs
    .readFileSync(await ocsf.path(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { class_uid: number })
  expect(events.map(({ class_uid: type }) => type)).toEqual(Array.from({ length: 30 }, () => 3002))
  await expect(page.getByText('30 events saved as OCSF, as filtered here.')).toBeVisible()

  await rows.first().click()
  const sheet = page.getByRole('complementary', { name: 'Sign-in failed' })
  await expect(sheet).toContainText('olga@example.org')
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Copy JSON' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Record<string, unknown>
  expect(copied).toMatchObject({ event_type: 'login.failed', status: 'failure', details: { ip: expect.any(String) } })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.getByLabel('Risk Level').selectOption('critical')
  await expect(page.getByText('No audit logs found matching your filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/search=|risk=/)
  await expect(page.getByLabel('Search events')).toHaveValue('')

  await test.step('what nobody in particular did is by System', async () => {
    await failToSignIn(page, 1, 'nobody@example.org')
    await page.getByLabel('Search events').fill('sign-in failed')
    await expect(rows.first()).toContainText('System')
    await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled()
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible()
    await page.getByLabel('Category').selectOption('config_change')
    await expect(page.getByText('No audit logs found matching your filters.')).toBeVisible()
    await test.step('a filter that is chosen before the page could draw the cleared ones leaves them cleared', async () => {
      const clear = await page.getByRole('button', { name: 'Clear filters' }).elementHandle()
      await page.getByLabel('Category').evaluate(async (category, button) => {
        ;(button as HTMLElement).click()
        // The address changes at once; React draws in a task of its own.
        for (let turn = 0; turn < 100; turn++) await Promise.resolve()
        category.dispatchEvent(new Event('change', { bubbles: true }))
      }, clear)
    })
    await expect(rows.first()).toContainText('Configuration')
    await expect(rows.filter({ hasText: 'Sign-in and accounts' })).toHaveCount(0)
  })
  expect(problems).toEqual([])

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openPreparedVault(theirs, server.url, member)
  await expect(theirs.getByRole('tab', { name: 'Files' })).toBeVisible()
  await expect(theirs.getByRole('tab', { name: 'Audit Logs' })).toHaveCount(0)
  await theirs.evaluate(() => history.pushState(null, '', '/dashboard?tab=audit-logs'))
  await theirs.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(
    theirs.getByText("You don't have permission to access this feature. Required role(s): super_admin, tenant_admin,"),
  ).toBeVisible()
  await expectAccessibleEverywhere(theirs)
  await other.close()
})

test('the log by keyboard alone', async ({ page }) => {
  await openPreparedVault(page, server.url, { ...member, email: 'kay@example.org' })
  await page.getByRole('tab', { name: 'Files' }).focus()
  await page.getByRole('tab', { name: 'Activity' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('You made your recovery kit')).toBeVisible()
  await page.getByRole('radio', { name: 'Everything' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await expect(page).toHaveURL(/kind=files/)
})

/** Wrong passwords for an account, typed in this browser: of a device that never signed in the server would want more after ten. */
async function failToSignIn(page: Page, times: number, email = owner.email): Promise<void> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { publishable_key: string }
  for (let time = 0; time < times; time++) {
    const answer = await page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
      headers: { apikey: config.publishable_key },
      data: { email, password: `qs1.${'A'.repeat(43)}` },
    })
    expect(answer.status()).toBe(400)
  }
}
