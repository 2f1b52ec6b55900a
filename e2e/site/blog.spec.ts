import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage, dialogOf } from '../support/account/person.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { SITE_SCRIPT_BYTES, weighPage } from '../support/wire-bytes.ts'

const NEWEST = 'The quantum threat landscape in 2025: what breaks, what holds, and which clock is yours'

const ARTICLES = fs
  .readdirSync(path.resolve(import.meta.dirname, '../../web/site/blog/articles'))
  .flatMap((name) => (name.endsWith('.md') ? [path.basename(name, '.md')] : []))

let server: Stage

test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('the blog shows one featured article and eight others, newest first, for everyone', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/blog`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  const headings = page.getByRole('main').getByRole('heading')
  const levels = await headings.evaluateAll((all) => all.map((one) => Number(one.tagName.slice(1))))
  for (const [at, level] of levels.entries())
    expect(level - (levels[at - 1] ?? 0), 'no level is left out').toBeLessThan(2)
  const titles = headings.filter({ has: page.getByRole('link') })
  await expect(titles).toHaveCount(9)
  await expect(titles.first()).toHaveText(NEWEST)
  const days = await page.getByRole('main').getByRole('time').allInnerTexts()
  expect(days[0]).toBe('January 22, 2025')
  expect(days).toEqual(days.toSorted((a, b) => Date.parse(b) - Date.parse(a)))
  expect(new Set(days).size).toBe(9)
  await expect(page.getByText('without an independent audit')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await expectNoSidewaysScroll(page)
  expect(problems).toEqual([])
})

test('by keyboard: into an article, along its contents, to the one before and back to the blog', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/blog`)
  await tabTo(page, NEWEST)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST)
  await expect(page).toHaveTitle('The quantum threat landscape in 2025 · QuantumShield')
  await tabTo(page, 'What to do first')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#what-to-do-first$/)
  await expect(page.getByRole('heading', { name: 'What to do first' })).toBeInViewport()
  const older = page.getByRole('navigation', { name: 'More articles' }).getByRole('link')
  await expect(older).toHaveCount(1)
  await tabTo(page, await older.innerText())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The NIST post-quantum standards')
  await page.getByRole('link', { name: 'Back to blog' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  expect(problems).toEqual([])
})

test('the blog leads to every article, and each has a title of its own', async ({ page }) => {
  const addresses = await articleAddresses(page)
  expect(addresses.map((address) => path.basename(address)).toSorted()).toEqual(ARTICLES.toSorted())
  const titles = new Set<string>()
  for (const address of addresses) {
    titles.add(/<title>([^<]*)<\/title>/.exec(await (await page.request.get(address)).text())?.[1] ?? '')
  }
  expect(titles.size).toBe(9)
})

for (const article of ARTICLES) {
  test(`${article} has its title, figures that are described, its record for search engines, and no violation`, async ({
    page,
  }) => {
    const problems = watchPage(page)
    const address = `${server.url}/blog/${article}`
    await page.goto(address)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await expect(page).toHaveTitle(/^.{10,44} · QuantumShield$/)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address)
    await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article')
    const record = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(record).toMatchObject({ '@type': 'BlogPosting', headline: title, url: address })
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', record.image)
    expect((await page.request.get(record.image)).headers()['content-type']).toBe('image/jpeg')
    expect(await page.locator('figure').getByRole('img').count()).toBeGreaterThan(0)
    for (const figure of await page.locator('figure').getByRole('img').all()) {
      expect((await figure.getAttribute('aria-label'))?.length).toBeGreaterThan(60)
    }
    for (const heading of await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').all()) {
      await expect(page.locator(`h2${await heading.getAttribute('href')}`)).toBeVisible()
    }
    await expectAccessibleEverywhere(page)
    await expectNoSidewaysScroll(page)
    expect(problems).toEqual([])
  })
}

test('the calls to action lead to sign-up, the contact dialog and the prices', async ({ page }) => {
  // Before the script has come, the dialog's link leads to the contact section.
  await page.goto(`${server.url}/blog/nist-pqc-standards-2025`, { waitUntil: 'networkidle' })
  const calls = page.getByRole('region', { name: 'Try it on a file of yours' })

  await expect(calls.getByRole('link', { name: 'View Pricing' })).toHaveAttribute('href', '/pricing')
  await calls.getByRole('link', { name: 'Schedule Demo' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await calls.getByRole('link', { name: 'Start Free Trial' }).press('Enter')
  await expect(page).toHaveURL(`${server.url}/signup`)
})

test('a first visit to an article loads no more script than the budget of the site', async ({ page }) => {
  const weight = weighPage(page)
  await page.goto(`${server.url}/blog/nist-pqc-standards-2025`, { waitUntil: 'networkidle' })

  expect(weight().scripts).toBeGreaterThan(50_000)
  expect(weight().scripts).toBeLessThanOrEqual(SITE_SCRIPT_BYTES)
})

test('without JavaScript blog and articles are there whole, covers and figures too', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/blog`)
  await expect(page.getByRole('heading').getByRole('link')).toHaveCount(9)
  await page.getByRole('link', { name: NEWEST }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST)
  await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeVisible()
  await expect(page.locator('figure').getByRole('img')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schedule Demo' })).toHaveAttribute('href', '/#contact')
  await context.close()
})

test('a page that is opened again begins at its top, wherever the one before was left', async ({ page }) => {
  await page.goto(`${server.url}/blog`)
  await page.getByRole('heading', { name: 'Try it on a file of yours' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)

  await page.goto(`${server.url}/blog/iot-security-post-quantum-world`)
  await expect(page.getByRole('link', { name: 'Back to blog' })).toBeInViewport()
  await page.getByRole('heading', { level: 1 }).click()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('an article that does not exist is the page for unknown addresses, with its status', async ({ page }) => {
  const response = await page.goto(`${server.url}/blog/no-such-article`)

  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
})

test('the feed holds every article whole, under the addresses of this installation', async ({ page }) => {
  const addresses = await articleAddresses(page)
  const response = await page.request.get(`${server.url}/blog/rss.xml`)
  expect(response.headers()['content-type']).toContain('application/rss+xml')

  // A page without our policy, which lets no text become a document.
  const reader = await page.context().newPage()
  const items = await reader.evaluate(
    (xml) => {
      const feed = new DOMParser().parseFromString(xml, 'text/xml')
      if (feed.querySelector('parsererror')) throw new Error('not XML')
      return Array.from(feed.querySelectorAll('item'), (item) => ({
        link: item.querySelector('link')?.textContent,
        content: item.getElementsByTagName('content:encoded')[0]?.textContent ?? '',
      }))
    },
    await response.text(),
  )

  expect(items.map(({ link }) => link)).toEqual(addresses)
  for (const { content } of items) {
    expect(content).toContain('<h2>Sources</h2>')
    expect(content).toContain('Figure: ')
    expect(content).not.toContain('origin.invalid')
    expect(content.split(/\s+/).length).toBeGreaterThan(900)
  }
})

async function articleAddresses(page: Page): Promise<string[]> {
  await page.goto(`${server.url}/blog`)
  const links = await page.getByRole('main').getByRole('heading').getByRole('link').all()
  expect(links).toHaveLength(9)
  return Promise.all(links.map(async (link) => server.url + (await link.getAttribute('href'))))
}

/** Presses Tab until the link of this name has the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  const link = page.getByRole('main').getByRole('link', { name, exact: true })
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    if (await link.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${name} is not reached by Tab`)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  if (before) await page.setViewportSize(before)
}
