import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { openPreparedVault, prepareVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { PANEL_FIRST_BYTES, PANEL_SCRIPT_BYTES, weighPage } from '../support/wire-bytes.ts'

const password = 'a long and quiet sentence'
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** The first person of a server is its owner: those of these tests are not, whichever of them runs alone. */
const beAfterSomebody = (name: string) =>
  prepareVault(server.url, { email: `${name}@example.org`, password, firstName: name })

/** The team page gives other roles; this one comes from the operator. */
async function makeManager(email: string): Promise<void> {
  const key = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const ask = async (target: string, init: RequestInit = {}) => {
    const headers = { apikey: key, 'content-type': 'application/json', prefer: 'return=minimal' }
    const response = await fetch(server.url + target, { ...init, headers })
    expect(response.ok).toBe(true)
    return response
  }
  const { users } = (await (await ask('/auth/v1/admin/users')).json()) as { users: { id: string; email: string }[] }
  const [{ id: tenant_id } = {}] = (await (await ask('/rest/v1/tenants?is_default=is.true&select=id')).json()) as {
    id?: string
  }[]
  const user_id = users.find((user) => user.email === email)?.id
  await ask('/rest/v1/enterprise_user_roles', {
    method: 'POST',
    body: JSON.stringify({ user_id, tenant_id, role: 'manager' }),
  })
}

/** Paths of everything that the page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  return loaded
}

test(
  'an owner opens the admin panel, sees how everything is, and finds its pages by keyboard',
  { tag: '@fast' },
  async ({ page }) => {
    const problems = watchPage(page)
    await openPreparedVault(page, server.url, { email: 'ada@example.org', password, firstName: 'Ada' })
    // The dashboard of an owner fetches it after its first screen, to ask whether the organisation is being deleted.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/keyless-')),
    )
    const weight = weighPage(page)
    const loaded = scriptsOf(page)
    await page.getByRole('link', { name: 'Admin Panel' }).click()
    await expect(page).toHaveURL(/\/admin\/overview$/)
    await expect(page.getByRole('banner')).toContainText('Default organisation')
    await expect(page.getByRole('banner')).toContainText('ENTERPRISE Plan')
    const health = page.getByRole('region', { name: 'Health' })
    // More than half a second, which a busy machine takes, is degraded.
    await expect(health).toContainText(/Database(?:Healthy|Degraded)answers in \d+ ms/)
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('People active in 30 days1of 1')
    await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Recovery kit made')
    await expect(page.getByText('Nothing needs attention')).toBeVisible()
    expect(weight().scripts).toBeLessThanOrEqual(PANEL_SCRIPT_BYTES)
    await expectAccessibleEverywhere(page)

    const go = (address: string) =>
      page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)
    await test.step('Security and Audit Logs fetch what they show, and nothing of their other views and of other pages', async () => {
      await go('/admin/audit-logs')
      await expect(page.getByRole('heading', { name: 'Audit Logs', level: 1 })).toBeVisible()
      await go('/admin/security')
      await expect(page.getByRole('heading', { name: 'Incidents' })).toBeVisible()
      expect(loaded.filter((path) => /\/assets\/(further|admin-parts|studio-parts|rules)-/.test(path))).toEqual([])
    })

    await page.getByRole('button', { name: 'Go to a page, person or action' }).press('Enter')
    await page.getByRole('combobox').fill('users')
    await expect(page.getByRole('option').first()).toHaveText('Users & Teams')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Users & Teams', level: 1 })).toBeVisible()
    await expectAccessibleEverywhere(page)

    await test.step('an unknown page falls back to the overview, and old addresses lead to the new ones', async () => {
      await go('/admin/nonsense')
      await expect(page).toHaveURL(/\/admin\/overview$/)
      await go('/dashboard/threats?view=policies')
      await expect(page).toHaveURL(/\/admin\/security\?view=policies$/)
      await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
    })
    expect(problems).toEqual([])
  },
)

test('a member reads the exact words and loads nothing of the panel; a manager sees a database that does not answer', async ({
  page,
}) => {
  await beAfterSomebody('mona')
  const loaded = scriptsOf(page)
  await openPreparedVault(page, server.url, { email: 'max@example.org', password, firstName: 'Max' })
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  expect(loaded).toContainEqual(expect.stringContaining('/signed-in-'))
  expect(loaded.filter((path) => /\/assets\/(further|further-keyless|keyless|rooms|panel)-/.test(path))).toEqual([])
  await page.goto(`${server.url}/admin/users`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(
    page.getByText("You don't have permission to access the admin panel. Contact your system administrator.", {
      exact: true,
    }),
  ).toBeVisible()
  expect(loaded.filter((path) => /admin-panel|overview-page|team-page/.test(path))).toEqual([])
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Team lists who administers your organisation' }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()

  await test.step('a database that does not answer is shown to a manager, and what else is known stays', () =>
    databaseAway(page))
})

async function databaseAway(page: Page): Promise<void> {
  await makeManager('max@example.org')
  await page.route('**/rest/v1/tenants?select=count*', (route) => route.fulfill({ status: 500, body: '{}' }))
  const loaded = scriptsOf(page)
  const weight = weighPage(page)
  await page.goto(`${server.url}/admin`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health).toContainText('DatabaseError')
  await expect(health).toContainText(/File storage(?:Healthy|Degraded)/)
  // A visit that begins in the panel fetches nothing of the dashboard, and of other pages only what they share with it.
  expect(
    loaded.filter((path) => /\/assets\/(signed-in|shared|core|further|further-keyless|admin-parts)-/.test(path)),
  ).toEqual([])
  expect(weight().scripts).toBeLessThanOrEqual(PANEL_FIRST_BYTES)
  // A manager runs nothing that the log or the detectors are for.
  await expect(page.getByRole('region', { name: 'Recent activity' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link')).toHaveText(['Overview'])
}
