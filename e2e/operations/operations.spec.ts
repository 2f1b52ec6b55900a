import { expect, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'
const admin: Person = { email: 'olga@example.org', password, firstName: 'Olga' }
const member: Person = { email: 'mia@example.org', password, firstName: 'Mia' }

let server: RunningServer
test.beforeAll(async () => {
  // Nobody takes mail there, so what is sent fails and waits for its next try.
  server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAILER_AUTOCONFIRM: 'true' })
})
test.afterAll(() => server.stop())

test('an operator sees what the installation does, sends a failed mail again and drops one', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, admin)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const mail = section('Mails that were not sent')

  await page.route('**/operations/v1/', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }))
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('link', { name: 'Server', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/operations$/)
  await expect(page.getByText('The state of the installation could not be loaded', { exact: false })).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/operations/v1/')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Server' })).toBeVisible()
  await expect(section('Servers').getByRole('listitem')).toHaveCount(1)
  await expect(section('Servers')).toContainText('Running')
  await expect(section('Servers')).toContainText('answers people and works in the background')
  await expect(section('Servers')).toContainText('Pool owner:')
  await expect(section('Stored content')).toContainText('0 missing, 0 damaged')
  await expect(section('Last backup')).toContainText('No backup was ever taken')
  await expect(section('Database')).toContainText(/\d+, the last is \d{4}_/)

  const key = await page.evaluate(async () => {
    const { publishable_key: found } = (await (await fetch('/config.json')).json()) as { publishable_key: string }
    return found
  })
  await page.request.post(`${server.url}/auth/v1/recover`, { headers: { apikey: key }, data: { email: admin.email } })
  await expect(mail.getByRole('listitem')).toHaveCount(1, { timeout: 30_000 })
  await expect(mail).toContainText(admin.email)
  await expect(mail).toContainText('Will be retried')
  await expectAccessibleEverywhere(page)

  await test.step('with the keyboard', async () => {
    await page.getByRole('button', { name: `Send the mail to ${admin.email} again` }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The mail is on its way again')).toBeVisible()
    await dismissToasts(page)
    const drop = page.getByRole('button', { name: `Drop the mail to ${admin.email}` })
    await expect(async () => {
      await drop.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await expect(drop).toBeFocused()
    }).toPass()
    // It fails again meanwhile, and cannot be dropped in the moment of a try.
    await expect(async () => {
      await drop.press('Enter')
      await page.getByRole('button', { name: 'Drop mail' }).press('Enter')
      await expect(mail).toContainText('No mail has failed.', { timeout: 3000 })
    }).toPass()
  })

  await page
    .getByRole('tab', { name: 'Audit Logs' })
    .or(page.getByRole('link', { name: 'Audit Logs' }))
    .first()
    .click()
  await expect(page.getByText('Mail that failed was dropped').first()).toBeVisible()

  await test.step('nobody else', async () => {
    const other = await (await browser.newContext()).newPage()
    await openPreparedVault(other, server.url, member)
    await expect(other.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
    // Not by the address bar, which would close the vault.
    await other.evaluate(() => {
      history.pushState(null, '', '/admin/operations')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(other.getByText("You don't have permission to access the admin panel.")).toBeVisible()
    await other.context().close()
  })
  // The refusal above.
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
})
