import { type Page, expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { SITE_SCRIPT_BYTES, weighPage } from '../support/wire-bytes.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ COMMUNITY_URL: 'https://community.example/' })
})
test.afterAll(() => server.stop())

for (const [path, heading] of [
  ['/compliance', 'Compliance'],
  ['/documentation', 'Documentation'],
  ['/documentation/command-line', 'The command line'],
  ['/documentation/api-reference', 'API reference'],
] as const) {
  test(`${path} is light, still and accessible`, async ({ page }) => {
    const problems = watchPage(page)
    const weight = weighPage(page)
    await watchShifts(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    await expect(page.getByText(/^(Reading|Loading) /)).toHaveCount(0)

    expect(weight().scripts).toBeLessThanOrEqual(SITE_SCRIPT_BYTES)
    expect(await shifts(page)).toBeLessThan(0.1)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await expectAccessibleEverywhere(page)
    expect(problems).toEqual([])
  })
}

test('six categories have three guides or more, and every link of the documentation leads somewhere', async ({
  page,
}) => {
  await page.goto(`${server.url}/documentation`)
  const categories = [
    'Getting started',
    'Files and sharing',
    'Security and keys',
    'Administration',
    'API and CLI',
    'Operations',
  ]
  for (const name of categories) {
    const part = page.getByRole('region', { name })
    expect(await part.getByRole('link').count()).toBeGreaterThanOrEqual(3)
    await expect(part.getByText(/^(Beginner|Intermediate|Advanced)$/)).not.toHaveCount(0)
  }

  const links = await linksOf(page)
  const guides = links.filter((link) => link.startsWith('/documentation/') && !link.includes('#'))
  expect(guides.length).toBeGreaterThan(20)
  const seen = new Set(links)
  for (const guide of guides) {
    await page.goto(server.url + guide)
    for (const link of await linksOf(page)) {
      seen.add(link)
      const [address, id] = link.split('#')
      if (id === undefined || address !== guide) continue
      await expect(page.locator(`[id="${id}"]`), `${guide} → ${link}`).toHaveCount(1)
    }
  }
  for (const link of seen) {
    const answer = await page.request.get(server.url + link.split('#')[0], { headers: { accept: 'text/html' } })
    // Pages of other parts of the site are theirs to prove.
    if (/^\/(documentation|compliance|dashboard|login|signup|proof|dev|rest|\.well-known)/.test(link)) {
      expect(answer.status(), link).toBe(200)
    }
  }
})

test('the search is loaded when it is first used, and leads to the place', async ({ page }) => {
  const problems = watchPage(page)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}/documentation`)
  await expect(page.getByRole('button', { name: /^Knowledge base/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /guide-index|minisearch/i.test(path))).toEqual([])

  await page.getByRole('button', { name: /^Knowledge base/ }).press('Enter')
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  await expect(field).toBeFocused()
  await page.keyboard.type('shamir')
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByRole('listitem')).toHaveCount(1)
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documentation\/keys-and-algorithms#recovery-by-several-people$/)
  await expect(page.getByRole('heading', { name: 'Recovery by several people' })).toBeInViewport()

  await page.goBack()
  await field.fill('xyzzyx')
  await expect(page.getByText('Nothing found for “xyzzyx”. Try fewer or different words.')).toBeVisible()
  expect(problems).toEqual([])
})

test('the buttons do what they say', async ({ page }) => {
  await page.goto(`${server.url}/documentation`)
  await page
    .getByRole('link', { name: /^Quick start/ })
    .first()
    .press('Enter')
  await expect(page).toHaveTitle('Quick start · QuantumShield')
  await page.getByRole('link', { name: 'All documentation' }).press('Enter')
  // The page before has links of these names too.
  await expect(page).toHaveURL(/\/documentation$/)
  await expect(page).toHaveTitle(/^Documentation/)
  await page
    .getByRole('link', { name: /^SDK downloads/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'supabase-js' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Community/ })).toHaveAttribute('href', 'https://community.example/')
  await page.getByRole('button', { name: /^Support/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Contact Us' }).getByLabel('Interest')).toHaveValue('Technical Support')
})

test('the reference lists what the server offers, and a try-out answers', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/documentation/api-reference`)
  const table = page.locator('details').filter({ hasText: '/certifications' })
  await table.locator('summary').press('Enter')
  await expect(table.getByText('valid_until', { exact: true }).first()).toBeVisible()
  await table.getByLabel('Query').fill('select=name&order=position&limit=2')
  await table.getByRole('button', { name: 'Send GET' }).press('Enter')
  await expect(page.getByText(/^Status 200, after \d+ ms$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"name": "SOC 2 Type II"')
  await expectAccessibleEverywhere(page)

  await page.getByLabel('Access token').fill('no.good.token')
  await page.getByRole('button', { name: 'Read the reference' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'The OpenAPI document could not be read (status 401). Check the token and try again.',
  )
  await expectAccessible(page)
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
})

test('guides are read without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/documentation`)
  await page.getByRole('link', { name: 'Backup and restore' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Backup and restore' })).toBeVisible()
  await expect(page.getByText('A backup is taken by one command while the server runs')).toBeVisible()
  await context.close()
})

/** Addresses within this server that a page links to. */
async function linksOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(hrefs)]
}

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

const shifts = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as Shifted).cumulativeShift)
