import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/person.ts'
import { openPreparedVault } from '../support/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const PERSON = { email: 'program@example.org', password: 'a password of mine', firstName: 'Vera' }
const SESSION = 'quantumshield-session'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a visitor reads types, answers, a command, and the services beside rest/v1', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/documentation/api-reference`)
  await expect(page.getByText('5 addresses')).toBeVisible()
  await expect(page.getByText(/^A program gets one when it signs in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use my session' })).toHaveCount(0)

  const table = page.locator('details').filter({ hasText: '/status_maintenance' })
  await table.locator('summary').click()
  const row = table.locator('dl').first().locator('div').filter({ hasText: 'starts_at' })
  await expect(row).toContainText('timestamp with time zone, in the address')
  await expect(table.getByRole('heading', { name: 'Answers with rows of' })).toBeVisible()
  await expect(table.getByText(`curl '${server.url}/rest/v1/status_maintenance?limit=5'`)).toBeVisible()

  const auth = page.locator('details').filter({ hasText: '/auth/v1' })
  await auth.locator('summary').click()
  await expect(auth.getByText('POST /token?grant_type=password')).toBeVisible()
  await expectAccessibleEverywhere(page)
  expect(problems).toEqual([])
})

test('who is signed in asks with their session by a press, and the token is in no address, page or log', async ({
  page,
}) => {
  await openPreparedVault(page, server.url, PERSON)
  // What the app asks with its token is over.
  await page.goto('about:blank')
  const sent: { url: string; token: string | undefined }[] = []
  page.on('request', (request) => sent.push({ url: request.url(), token: request.headers()['authorization'] }))
  await page.goto(`${server.url}/documentation/api-reference`)
  await expect(page.getByText('5 addresses')).toBeVisible()
  const stored = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', SESSION)
  const { access_token: token } = JSON.parse(stored) as { access_token: string }
  expect(token.length).toBeGreaterThan(100)
  expect(sent.filter((request) => request.token?.includes(token))).toEqual([])

  await page.getByRole('button', { name: 'Use my session' }).click()
  await expect(page.getByText('Asked with your session.')).toBeVisible()
  await expect(page.getByText(/^\d{3} addresses$/)).toBeVisible()
  const call = page.locator('details').filter({ hasText: '/profiles' }).first()
  await call.locator('summary').click()
  await call.getByRole('button', { name: 'Send GET' }).click()
  await expect(call.getByText(/^Status 200/)).toBeVisible()
  await expect(call.getByRole('region', { name: 'Answer' })).toContainText('"first_name": "Vera"')

  const withToken = sent.filter((request) => request.token?.includes(token))
  expect(new Set(withToken.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.url]))
  expect(sent.filter(({ url }) => url.includes(token))).toEqual([])
  expect(await page.content()).not.toContain(token)
  expect(await page.getByLabel('Access token').inputValue()).toBe('')
  expect(page.url()).not.toContain(token)
  expect(server.log()).not.toContain(token)
  await expectAccessibleEverywhere(page)
})

test('a session that ran out is not sent', async ({ page }) => {
  await openPreparedVault(page, server.url, { ...PERSON, email: 'late@example.org' })
  await page.goto(`${server.url}/documentation/api-reference`)
  await expect(page.getByText('5 addresses')).toBeVisible()
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  }, SESSION)
  await page.getByRole('button', { name: 'Use my session' }).click()
  await expect(page.getByText(/^Your session needs renewing/)).toBeVisible()
  await expect(page.getByText('5 addresses')).toBeVisible()
})
