import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { confirm, signIn, signUp, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { checksAreDone } from '../support/site-checks.ts'

const PAGES = [
  ['/', 'QuantumShield: files only you can open', 'Files only you can open. Proof anyone can check.'],
  ['/features', 'Features · QuantumShield', 'Features'],
  ['/solutions', 'Solutions · QuantumShield', 'Solutions'],
  ['/pricing', 'Pricing · QuantumShield', 'Pricing'],
  ['/investors', 'Investors · QuantumShield', 'Investors'],
  ['/blog', 'Blog · QuantumShield', 'Blog'],
  ['/proof', 'Proof · QuantumShield', 'Proof, not promises'],
  ['/status', 'Status · QuantumShield', 'Status'],
  ['/terms', 'Terms · QuantumShield', 'Terms'],
  ['/privacy', 'Privacy · QuantumShield', 'Privacy'],
  ['/source', 'Source · QuantumShield', 'Source'],
] as const

let server: RunningServer
// Of its own: links are followed from every page, into the mailbox as well.
test.beforeAll(async () => {
  server = await startServer({ PRIVACY_EMAIL: 'desk@example.org' })
})
test.afterAll(() => server.stop())

for (const [path, title, heading] of PAGES) {
  test(`${path} is itself, accessible, still, and asks nobody else`, async ({ page }) => {
    const problems = watchPage(page)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== server.url) elsewhere.push(request.url())
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await watchShifts(page)
    const response = await page.goto(`${server.url}${path}`)
    expect(response?.status()).toBe(200)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    await checksAreDone(page)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await shifts(page)).toBeLessThan(0.1)
    await expectAccessibleEverywhere(page)
    expect(elsewhere).toEqual([])
    expect(problems).toEqual([])
  })
}

test('every page says what it is, without JavaScript too', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, , heading] of PAGES) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.url + path)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /.+/)
  }
  // What needs a script says so instead of waiting for it, and somebody can be written to all the same.
  await page.goto(`${server.url}/`)
  // Playwright's texts leave out what is in `noscript`.
  await expect(page.locator('main noscript p')).toHaveText([/^These checks need JavaScript/])
  await expect(page.getByText('Checking on this device')).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByText(`verify-app ${server.url} --build`)).toBeVisible()
  await expect(page.getByText(`-connect ${new URL(server.url).host} -groups`)).toBeVisible()
  await expect(page.locator('footer li:has(noscript)')).toContainText('desk@example.org', { useInnerText: true })
  await page.goto(`${server.url}/login`)
  await expect(page.locator('noscript h1')).toHaveText('This page needs JavaScript')
  await page.locator('noscript a').click()
  await expect(page).toHaveURL(`${server.url}/`)
  // A page about the product is for reading; only what needs a script is missing.
  await page.goto(`${server.url}/pricing`)
  await expect(page.getByText('Keys are made and used in the browsers of your people.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Menu').first().click()
  await page.getByRole('link', { name: 'Solutions' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Solutions' })).toBeVisible()
  await context.close()
})

test('links lead somewhere, from every page', async ({ page }) => {
  const answers = new Map<string, number>()
  const waiting = PAGES.map(([path]) => path as string)
  const anchors: [path: string, id: string][] = []
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await page.request.get(server.url + path, { headers: { accept: 'text/html' } })
    answers.set(path, response.status())
    const html = await response.text()
    // More is cut in tabs and lists of results.
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? []
    if (response.headers()['content-type']?.startsWith('text/html')) expect.soft(title, path).toMatch(/^.{10,60}$/)
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), server.url + path)
      if (url.origin !== server.url) continue
      if (url.hash.length > 1) anchors.push([url.pathname, url.hash.slice(1)])
      if (seen.has(url.pathname)) continue
      seen.add(url.pathname)
      waiting.push(url.pathname)
    }
  }
  expect([...answers].filter(([, status]) => status !== 200)).toEqual([])
  for (const [path, id] of anchors) {
    const html = await (await page.request.get(server.url + path, { headers: { accept: 'text/html' } })).text()
    expect(html, `${path}#${id}`).toContain(`id="${id}"`)
  }
  const sitemap = await (await page.request.get(`${server.url}/sitemap.xml`)).text()
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    expect((await page.request.get(address)).status(), address).toBe(200)
  }
  for (const [path] of PAGES) expect(sitemap).toContain(`<loc>${server.url}${path}</loc>`)
  expect(sitemap).toMatch(/<loc>[^<]+\/blog\/[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
  for (const icon of ['/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest', '/icon-512.png']) {
    expect((await page.request.get(server.url + icon)).status(), icon).toBe(200)
  }
})

test('an unknown address says so with status 404, and keeps the way home', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const response = await page.goto(`${server.url}/no/such-page`)
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Oops! Page not found · QuantumShield')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByText('Newest signed state of the public log')).toBeVisible()
  await expect(page.getByText('/no/such-page')).toBeVisible()
  expect(problems.some((problem) => problem.includes('/no/such-page'))).toBe(true)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Return to home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Files only you can open.')
  expect((await page.request.get(`${server.url}/404`, { headers: { accept: 'text/html' } })).status()).toBe(404)
  const slashed = await page.request.get(`${server.url}/features/`, {
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  })
  expect([slashed.status(), slashed.headers()['location']]).toEqual([308, '/features'])
})

test('keys: Alt+S to the content, Escape closes what is open; the menu closes by itself', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/pricing`)
  const menu = page.locator('summary[aria-label=Menu]')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Investors' }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  // The menu opens without a script; Escape needs the page's own, which may still be on its way.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('details[open]')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Alt+s')
  await expect(page.getByRole('main')).toBeFocused()
  await menu.click()
  await page.getByRole('link', { name: 'Investors' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Investors' })).toBeVisible()
  await expect(page).toHaveTitle('Investors · QuantumShield')
  await expect(page.locator('details[open]')).toHaveCount(0)
  await page.goto(`${server.url}/features`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('Contact scrolls to its section, from any page', async ({ page }) => {
  await page.goto(`${server.url}/features`)
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Get Started Today' })).toBeInViewport()
})

test('the keyboard begins at the top of the next page, and follows to a section', async ({ page }) => {
  await page.goto(`${server.url}/features`)
  await page.getByRole('link', { name: 'Solutions', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Solutions' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page).toHaveURL(`${server.url}/#contact`)
  await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Schedule Demo' })).toBeFocused()
})

test('who is signed in goes to the dashboard or signs out from here', async ({ page }) => {
  const person = { email: 'visitor@example.org', password: 'a password of mine', firstName: 'Vera' }
  await confirm(page, await signUp(page, server.url, person))
  await signIn(page, person)
  await expect(page.getByRole('button', { name: 'Make my keys' })).toBeVisible()
  await page.goto(server.url)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('banner').getByRole('link', { name: 'AI Studio' })).toHaveAttribute('href', '/ai-studio')
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await page.goto(server.url)
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})

test('a mailed link without the rest of its address still says what went wrong', async ({ page }) => {
  await page.goto(`${server.url}/#error=access_denied&error_code=otp_expired`)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(/expired/i).first()).toBeVisible()
})

type Shifted = { cumulativeShift: number }

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = globalThis as unknown as Shifted
    kept.cumulativeShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        kept.cumulativeShift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shifts(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Shifted).cumulativeShift)
}
