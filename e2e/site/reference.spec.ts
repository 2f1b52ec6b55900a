import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

const PERSON = { email: 'program@example.org', password: 'a password of mine', firstName: 'Vera' }
const SESSION = 'quantumshield-session'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a visitor reads types, answers, a command, and the services beside rest/v1', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${stage.url}/documentation/api-reference`)
  await expect(page.getByText('5 addresses')).toBeVisible()
  await expect(page.getByText(/^A program gets one when it signs in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use my session' })).toHaveCount(0)

  const table = page.locator('details').filter({ hasText: '/status_maintenance' })
  await table.locator('summary').click()
  const row = table.locator('dl').first().locator('div').filter({ hasText: 'starts_at' })
  await expect(row).toContainText('timestamp with time zone, in the address')
  await expect(table.getByRole('heading', { name: 'Answers with rows of' })).toBeVisible()
  await expect(table.getByText(`curl '${stage.url}/rest/v1/status_maintenance?limit=5'`)).toBeVisible()

  const auth = page.locator('details').filter({ hasText: '/auth/v1' })
  await auth.locator('summary').click()
  await expect(auth.getByText('POST /token?grant_type=password')).toBeVisible()
  await expectAccessibleEverywhere(page)
  expect(problems).toEqual([])
})

test('who is signed in asks with their session by a press, and the token is in no address, page or log', async ({
  page,
}) => {
  await openPreparedVault(page, stage.url, PERSON)
  // What the app asks with its token is over.
  await page.goto('about:blank')
  const sent: { url: string; token: string | undefined }[] = []
  page.on('request', (request) => sent.push({ url: request.url(), token: request.headers()['authorization'] }))
  await page.goto(`${stage.url}/documentation/api-reference`)
  await expect(page.getByText('5 addresses')).toBeVisible()
  const stored = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', SESSION)
  const { access_token: token, user } = JSON.parse(stored) as { access_token: string; user: { id: string } }
  expect(token.length).toBeGreaterThan(100)
  expect(sent.filter((request) => request.token?.includes(token))).toEqual([])

  await page.getByRole('button', { name: 'Use my session' }).click()
  await expect(page.getByText('Asked with your session.')).toBeVisible()
  await expect(page.getByText(/^\d{3} addresses$/)).toBeVisible()
  const call = page.locator('details').filter({ hasText: '/profiles' }).first()
  await call.locator('summary').click()
  // The rows of other people of this server are answered as well, in no order.
  await call.getByRole('textbox', { name: 'Query' }).fill(`user_id=eq.${user.id}`)
  await call.getByRole('button', { name: 'Send GET' }).click()
  await expect(call.getByText(/^Status 200/)).toBeVisible()
  await expect(call.getByRole('region', { name: 'Answer' })).toContainText('"first_name": "Vera"')

  const withToken = sent.filter((request) => request.token?.includes(token))
  expect(new Set(withToken.map(({ url }) => new URL(url).origin))).toEqual(new Set([stage.url]))
  expect(sent.filter(({ url }) => url.includes(token))).toEqual([])
  expect(await page.content()).not.toContain(token)
  expect(await page.getByLabel('Access token').inputValue()).toBe('')
  expect(page.url()).not.toContain(token)
  expect(stage.server.log()).not.toContain(token)
  // A hundred times as much as what the visitor above reads in both schemes.
  await expectAccessible(page)

  await test.step('a session that ran out is not sent', async () => {
    await page.reload()
    await expect(page.getByText('5 addresses')).toBeVisible()
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    }, SESSION)
    sent.length = 0
    await page.getByRole('button', { name: 'Use my session' }).click()
    await expect(page.getByText(/^Your session needs renewing/)).toBeVisible()
    await expect(page.getByText('5 addresses')).toBeVisible()
    expect(sent.filter((request) => request.token?.includes(token))).toEqual([])
  })
})
