import { type Page, expect, test } from '@playwright/test'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { expectAccessibleInEveryLook } from './support/accessible.ts'
import { watchPage } from './support/account/person.ts'
import { openPreparedVault } from './support/account/prepared-person.ts'
import { type RunningServer, startServer } from './support/server.ts'

const PUBLIC = [
  '/',
  '/features',
  '/solutions',
  '/pricing',
  '/investors',
  '/blog',
  '/documentation',
  '/proof',
  '/status',
  '/terms',
  '/privacy',
  '/source',
  '/login',
  '/signup',
  '/forgot-password',
]
const DASHBOARD = [
  '/dashboard',
  '/dashboard/shared',
  '/dashboard/spaces',
  '/dashboard/activity',
  '/dashboard/security',
  '/dashboard/settings',
  '/dashboard/team',
  '/dashboard/notifications',
  '/dashboard/devices',
  '/dashboard/training',
  '/dashboard/help',
  '/dashboard?tab=audit-logs',
  '/ai-studio',
  '/ai-studio/seo',
  '/ai-studio/content',
  '/ai-studio/social',
  '/ai-studio/analytics',
  '/ai-studio/models',
]

/** Time for every screen in turn, ten times what it takes on an ordinary machine. */
const TABLE_MS = 900_000

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('every public page keeps the rules of WCAG 2.2 AA that axe knows', { tag: '@fast' }, async ({ page }) => {
  test.setTimeout(TABLE_MS)
  const problems = watchPage(page)
  for (const address of PUBLIC) {
    await test.step(address, async () => {
      await page.goto(server.url + address)
      await expectScreen(page)
    })
  }
  expect(problems).toEqual([])
})

test('so does every page of the app and of the admin panel', { tag: '@fast' }, async ({ page }) => {
  test.setTimeout(TABLE_MS)
  const problems = watchPage(page)
  // The first account is the administrator, who may open every page.
  await openPreparedVault(page, server.url, {
    email: 'ada@example.org',
    password: 'a password of mine',
    firstName: 'Ada',
  })
  for (const address of [...DASHBOARD, ...ADMIN_PAGES.map(({ path }) => path)]) {
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(page).toHaveURL(server.url + address)
      await expectScreen(page)
    })
  }
  expect(problems).toEqual([])
})

/** Leads to another page of the app. A page that is loaded again asks for the password. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.animate-spin, [aria-busy=true]')).toHaveCount(0)
  await expectAccessibleInEveryLook(page)
}
