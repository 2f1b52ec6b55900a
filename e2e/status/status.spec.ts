import { expect, type Page, test } from '@playwright/test'
import type { StatusDocument } from '#contract/status.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { mailedLink, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { tabTo } from '../support/sharing.ts'
import { statusSample } from '../support/status-sample.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** On a busy machine the first round takes its time, and one probe that was slow stands for 30 seconds. */
const ROUND_MS = 45_000
async function untilOperational(page: Page): Promise<void> {
  const state = async () => {
    const answer = await page.request.get(`${server.url}/status.json`)
    return ((await answer.json()) as StatusDocument).status
  }
  await expect.poll(state, { timeout: 3 * ROUND_MS, intervals: [1000] }).toBe('operational')
}
const PAGE_ASKS_MS = 30_000
const everythingIsFine = (page: Page) =>
  expect(page.getByText('Every service that is measured is operational')).toBeVisible({ timeout: ROUND_MS })

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: name })

test('a visitor reads what was measured, day by day with the keyboard, and is asked for nothing', async ({ page }) => {
  test.setTimeout(240_000)
  await untilOperational(page)
  const problems = watchPage(page)
  await page.goto(`${server.url}/status`)
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible()
  await everythingIsFine(page)
  await expect(page.getByText(/^Last checked/)).toBeVisible()
  await expect(row(page, 'File storage')).toContainText('Operational')
  await expect(row(page, 'File storage')).toContainText('Objective 99.99 %')
  const ofAi = isInstalled() ? ['Operational'] : ['No data', 'Not set up on this server']
  for (const said of ofAi) await expect(row(page, 'AI analysis')).toContainText(said)

  // A fresh server claims nothing of the days before it, and each service is one line.
  // Of a page that came right after the start, with its next look.
  await expect(row(page, 'Database')).toContainText(/Measured since \w+ \d+, \d{4}/, { timeout: 2 * ROUND_MS })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const service of await page.getByRole('list', { name: 'Services' }).getByRole('listitem').all()) {
    expect((await service.boundingBox())?.height).toBeLessThan(90)
  }

  const days = page.getByRole('slider', { name: /^Database: the last 30 days/ })
  await tabTo(page, 'slider', /^Database/)
  // A day that has just begun has nothing before its first round.
  await expect(days).toHaveAttribute('aria-valuetext', /: (Operational|Degraded), [\d.]+ %, \d+ minutes? measured$/, {
    timeout: 2 * ROUND_MS,
  })
  await page.keyboard.press('ArrowLeft')
  await expect(days).toHaveValue('28')
  await page.keyboard.press('Home')
  await expect(days).toHaveValue('0')
  await expect(days).toHaveAttribute('aria-valuetext', /: No data$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('slider', { name: /^File storage/ })).toBeFocused()
  await expectAccessibleEverywhere(page)
  expect(problems).toEqual([])
})

test('every state has its word, and every figure of a bad day is there', async ({ page }) => {
  await page.route('**/status.json', (route) => route.fulfill({ json: statusSample() }))
  await page.goto(`${server.url}/status`)
  await expect(page.getByText('A service is in outage')).toBeVisible()
  await expect(row(page, 'File storage')).toContainText('Outage')
  await expect(row(page, 'Database')).toContainText('Degraded')
  await expect(row(page, 'Database')).toContainText('812 ms')
  await expect(row(page, 'Mail')).toContainText('Maintenance')
  await expect(page.getByRole('list', { name: 'Maintenance' })).toContainText('New mail server')
  const incidents = page.getByRole('list', { name: 'Incidents', exact: true })
  await expect(incidents).toContainText('Confirmation mails arrive late')
  await expect(incidents).toContainText('Severity: high')
  await expectAccessibleEverywhere(page)
})

test('when the server stops answering nothing stays green, and it comes back by itself', async ({ page }) => {
  test.setTimeout(300_000)
  await untilOperational(page)
  await page.goto(`${server.url}/status`)
  await everythingIsFine(page)
  await page.route('**/status.json', (route) => route.abort())
  // As somebody who comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('This server does not answer your browser')).toBeVisible()
  await expect(page.getByText('Operational', { exact: true })).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  await page.unroute('**/status.json')
  await everythingIsFine(page)
})

test('an address subscribes by keyboard, confirms from its mailbox and leaves again', async ({ page }) => {
  await page.goto(`${server.url}/status`)
  await tabTo(page, 'textbox', 'Email')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Check your mail/), 'the browser refuses what is no address').toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ada@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Check your mail: if the address can receive mail/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.goto(await mailedLink(page, server.url, 'ada@example.org'))
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Status mails are on' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the status page' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible()

  await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText(/^Check your mail/)).toBeVisible()
  await expect(async () => {
    const link = await mailedLink(page, server.url, 'ada@example.org')
    expect(link).toContain('/status/unsubscribe')
    await page.goto(link)
  }).toPass()
  await page.getByRole('button', { name: 'Stop status mails' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Status mails are off' })).toBeVisible()
})

test('without JavaScript the page names the documents, and its form still works', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/status`)
  // Text in <noscript> is not looked at by other locators.
  const note = page.locator('main noscript p')
  expect(await note.textContent()).toMatch(/^This page needs JavaScript to ask the server/)
  expect((await note.boundingBox())?.height).toBeGreaterThan(10)
  await expect(page.getByText('Asking the server…').first()).toBeHidden()
  await expect(page.getByText('Operational', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Status as JSON' }).first()).toHaveAttribute('href', '/status.json')
  await page.getByLabel('Email', { exact: true }).fill('bob@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await context.close()
})

/** That a lost disk is an outage, and how it ends, is in `test/status/status.test.ts`, where time is moved. */
test('an outage turns the page red while it is open, and its end turns it green', async ({ page }) => {
  await untilOperational(page)
  await page.clock.install()
  await page.goto(`${server.url}/status`)
  await everythingIsFine(page)
  await expect(row(page, 'File storage')).toContainText('100 %')
  const document = (await (await page.request.get(`${server.url}/status.json`)).json()) as StatusDocument
  const services = document.services.map((service) =>
    service.id === 'storage' ? { ...service, status: 'outage' as const, uptime: 98.42 } : service,
  )
  await page.route('**/status.json', (route) => route.fulfill({ json: { ...document, status: 'outage', services } }))
  await page.clock.fastForward(PAGE_ASKS_MS - 5000)
  await expect(page.getByText('A service is in outage')).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(page.getByText('A service is in outage')).toBeVisible()
  await expect(row(page, 'File storage')).toContainText('Outage')
  await expect(row(page, 'File storage')).not.toContainText('100 %')
  await expect(row(page, 'Database')).toContainText('Operational')

  await page.unroute('**/status.json')
  await page.clock.fastForward(PAGE_ASKS_MS + 5000)
  await everythingIsFine(page)
})
