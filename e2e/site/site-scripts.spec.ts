import { expect } from '@playwright/test'
import { test } from '../support/shared-stage.ts'
import { checksAreDone } from '../support/site-checks.ts'
import type { Stage } from '../support/transfers.ts'
import { LOGIN_BYTES, LOGIN_SCRIPT_BYTES, SITE_SCRIPT_BYTES, STYLE_BYTES, weighPage } from '../support/wire-bytes.ts'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

/** Size of both fonts. That of the zero comes only where one is drawn, now or in a moment. */
const FONT_BYTES = 35_280

test(
  'an odd address, blocked site data and a missing script leave a page that can be read',
  { tag: '@fast' },
  async ({ page }) => {
    await page.goto(`${server.url}/pricing#%`)
    await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()

    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    })
    await page.goto(`${server.url}/features`)
    await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: 'Features' })).toBeVisible()

    await page.route(/solutions-page/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Solutions', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Solutions' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Healthcare' })).toBeVisible()
    await page.getByRole('link', { name: 'Pricing', exact: true }).first().click()
    await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
  },
)

test(
  'a script or a worker that was exchanged under its name does not run',
  { tag: '@firefox' },
  async ({ page, browserName }) => {
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    for (const name of [/features-page/, /proof\.worker/]) {
      await page.route(name, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `${await response.text()};globalThis.isExchanged = true` })
      })
    }
    await page.goto(`${server.url}/`)
    await expect(page.getByText('This device could not run it').first()).toBeVisible()
    // What was not exchanged does run.
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await page.getByRole('link', { name: 'Features', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Features' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Its page is there to be read; the script that would have made it work is not.
    await expect(page.getByText(/^Build /)).toHaveCount(0)

    expect(await page.evaluate(() => 'isExchanged' in globalThis)).toBe(false)
    // Firefox tells its own console only.
    if (browserName === 'chromium') {
      expect(problems.filter((problem) => /integrity/.test(problem)).length).toBeGreaterThanOrEqual(2)
    }

    const bare = await page.request.get(`${server.url}/login`)
    expect(bare.headers()['integrity-policy']).toBe('blocked-destinations=(script)')
    const html = await bare.text()
    expect(
      [...html.matchAll(/<script(?! type="importmap")[^>]*>|<link rel="(?:modulepreload|stylesheet)"[^>]*>/g)].filter(
        ([tag]) => !tag.includes(' integrity="sha256-'),
      ),
    ).toEqual([])
  },
)

test(
  'one changed bit makes a check fail, and the published figures pass again',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto(`${server.url}/proof`)
    const table = page.getByRole('table', { name: 'Official test vectors' })
    await expect(page.getByText('Every answer is right.')).toBeVisible({ timeout: 60_000 })
    const right = await table.getByText(/^\d+ of \d+$/).allInnerTexts()

    await page.getByRole('button', { name: 'Change one bit' }).click()
    await expect(
      page.getByText(/flipped bit [\d,]+ of [\d,]+ in a published figure of .*, and the check failed/),
    ).toBeVisible()
    const changed = await table.getByText(/^\d+ of \d+$/).allInnerTexts()
    expect(changed.filter((text, at) => text !== right[at])).toHaveLength(1)

    await page.getByRole('button', { name: 'Run them again' }).click()
    await expect(page.getByText('Every answer is right.')).toBeVisible()
  },
)

test('a first visit loads no more than the budget, as it is on the wire', { tag: '@fast' }, async ({ page }) => {
  const weight = weighPage(page)
  await page.goto(`${server.url}/`)
  await checksAreDone(page)
  const { scripts, styles } = weight()
  expect(scripts).toBeGreaterThan(50 * 1024)
  expect(scripts).toBeLessThanOrEqual(SITE_SCRIPT_BYTES)
  expect(styles).toBeLessThanOrEqual(STYLE_BYTES)
})

test('the page to sign in fetches what holds keys only when somebody types', { tag: '@fast' }, async ({ page }) => {
  const weight = weighPage(page)
  await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' })
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeVisible()
  expect(weight().scripts).toBeLessThanOrEqual(LOGIN_SCRIPT_BYTES)
  const { documents, scripts, styles, fonts } = weight()
  expect(documents).toBeGreaterThan(0)
  expect(fonts).toBeLessThanOrEqual(FONT_BYTES)
  expect(documents + scripts + styles + FONT_BYTES).toBeLessThanOrEqual(LOGIN_BYTES)
  expect(page.workers()).toEqual([])

  await email.pressSequentially('v')
  await expect.poll(() => page.workers().length).toBe(3)
})
