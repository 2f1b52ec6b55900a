import { type Locator, type Page, type Route, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Stage, newPerson, openStage, unlock } from '../support/transfers.ts'

const REM = 16
const WEEK_SECONDS = 7 * 24 * 60 * 60
const APP_SCRIPT = /\/assets\/app-[^/]+\.js$/
/** The tabs and pages of the dashboard. */
const PAGES = {
  Dashboard: {
    'My Files': '/dashboard',
    Shared: '/dashboard/shared',
    'Team spaces': '/dashboard/spaces',
    Devices: '/dashboard/devices',
    Activity: '/dashboard/activity',
    Training: '/dashboard/training',
    Security: '/dashboard/security',
    'AI Studio': '/ai-studio',
  },
  Account: {
    Settings: '/dashboard/settings',
    Notifications: '/dashboard/notifications',
    Help: '/dashboard/help',
  },
  Organisation: {
    Team: '/dashboard/team',
    // The first account owns the installation.
    'Audit Logs': '/dashboard?tab=audit-logs',
    'Admin Panel': '/admin/overview',
  },
}
let stage: Stage
test.beforeAll(async () => {
  stage = await openStage()
})
test.afterAll(() => stage.stop())

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const sidebar = (page: Page) => page.locator('aside')
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const widthOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.width ?? 0

test('the sidebar has its three groups, says where one is, and ends in Logout', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  for (const [group, entries] of Object.entries(PAGES)) {
    const links = navigation(page)
      .locator('div', { has: page.getByText(group, { exact: true }) })
      .getByRole('link')
    await expect(links).toHaveText(Object.keys(entries))
    for (const [name, address] of Object.entries(entries))
      await expect(links.filter({ hasText: name })).toHaveAttribute('href', address)
  }

  const current = navigation(page).locator('[aria-current=page]')
  // The panel has a sidebar of its own.
  const { 'Admin Panel': _panel, ...organisation } = PAGES.Organisation
  for (const [name, address] of Object.entries({ ...PAGES.Dashboard, ...PAGES.Account, ...organisation })) {
    await navigation(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(stage.gate.url + address)
    // One alone: My Files is not marked on the pages below its address.
    await expect(current).toHaveText([name])
    await expect(page.getByRole('banner').getByText('Dashboard')).toHaveCount(1)
  }
  await expect(sidebar(page).getByRole('link').or(sidebar(page).getByRole('button')).last()).toHaveText('Logout')
})

test('the sidebar collapses to icons by button and by Ctrl or Cmd with B, and a cookie remembers it for a week', async ({
  page,
  context,
}) => {
  const person = await newPerson(page, stage.gate.url)
  const remembered = async () => (await context.cookies()).find(({ name }) => name === 'sidebar:state')
  await expect.poll(() => widthOf(sidebar(page))).toBe(16 * REM)

  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(sidebar(page))).toBe(3 * REM)
  const cookie = await remembered()
  expect(cookie?.value).toBe('false')
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - WEEK_SECONDS)).toBeLessThan(60)
  await navigation(page).getByRole('link', { name: 'Security' }).hover()
  await expect(page.getByText('Security', { exact: true }).and(page.locator('[data-side=right] *'))).toBeVisible()
  await page.mouse.move(800, 500)
  await expectAccessibleEverywhere(page)

  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(sidebar(page))).toBe(3 * REM)
  await page.keyboard.press('Meta+b')
  await expect.poll(() => widthOf(sidebar(page))).toBe(16 * REM)
  expect((await remembered())?.value).toBe('true')

  await page.getByPlaceholder('Search encrypted files...').focus()
  await page.keyboard.press('Control+b')
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  // Where somebody types, the keys are theirs: the button alone has closed it.
  await expect.poll(() => widthOf(sidebar(page))).toBe(3 * REM)
})

test('below 768 pixels the sidebar is a drawer, which the cookie does not know', async ({ page, context }) => {
  await newPerson(page, stage.gate.url)
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(sidebar(page)).toBeVisible()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(sidebar(page)).toHaveCount(0)
  await expect(drawer(page)).toHaveCount(0)

  await page.keyboard.press('Control+b')
  await expect(drawer(page)).toBeVisible()
  await expect.poll(() => widthOf(drawer(page))).toBe(18 * REM)
  await expect(drawer(page).getByRole('link')).toHaveCount(11)
  await expect(drawer(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(drawer(page)).toBeVisible()
  await page.goBack()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await drawer(page).getByRole('link', { name: 'Security' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(drawer(page)).toHaveCount(0)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sidebar:state')
})

test('a page that was opened before an update says so, and whether the public log lists the new build', async ({
  page,
}) => {
  const person = await newPerson(page, stage.gate.url)
  await test.step('it is not listed', () => otherBuild(page))
  await page.unrouteAll()
  await unlock(page, person)
  await test.step('it is listed: the page offers to reload', () => newerBuild(page))
})

async function otherBuild(page: Page): Promise<void> {
  await page.route(APP_SCRIPT, (request) => request.fulfill({ status: 404, body: '{}' }))
  await page.route('**/build.json', async (request) => {
    const text = await (await request.fetch()).text()
    await request.fulfill({ contentType: 'application/json', body: text.replace('"version"', ' "version"') })
  })
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect(page.getByText('The server delivers another build, which its public log does not list.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('and loads it only when somebody insists', async () => {
    const anyway = page.getByRole('button', { name: 'Load it anyway' })
    await anyway.click()
    await expect(page.getByRole('alertdialog')).toContainText('could read your password')
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Upload', exact: true }).first()).toBeVisible()
    // What the server delivers now has a script of its own again.
    await page.unroute(APP_SCRIPT)
    await anyway.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Load it anyway' }).click()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  })
}

async function newerBuild(page: Page): Promise<void> {
  // The new build has other names.
  const gone = (request: Route) => request.fulfill({ status: 404, body: '{"code":"not_found"}' })
  await page.route(/\/assets\/(?:app|help-page)-[^/]+\.js$/, gone)
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  const strip = page.getByText('QuantumShield was updated on the server, and its public log lists the new build.')
  await expect(strip).toBeVisible()
  await expectAccessibleEverywhere(page)
  await navigation(page).getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: 'QuantumShield was updated' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
}
