import { expect, test } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true' })
})
test.afterAll(() => server.stop())

async function subscriber(): Promise<SupabaseClient> {
  const { publishable_key: key } = (await (await fetch(`${server.url}/config.json`)).json()) as {
    publishable_key: string
  }
  const client = createClient(server.url, key, { auth: { autoRefreshToken: false, persistSession: false } })
  const email = `${crypto.randomUUID()}@example.test`
  const { error } = await client.auth.signUp({ email, password: 'correct horse battery staple' })
  if (error) throw error
  return client
}

async function pageOf(client: SupabaseClient, name: string, body = {}): Promise<string> {
  const { data, error } = await client.functions.invoke(name, { body })
  if (error) throw error
  return data.url
}

test('ordering, changing and ending a subscription by keyboard, without JavaScript', async ({ browser }) => {
  const client = await subscriber()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(await pageOf(client, 'create-checkout', { tier: 'enterprise', quantity: 2 }))
  await expect(page.getByText('Test mode')).toBeVisible()
  await expect(page.getByText('$59.98 a month')).toBeVisible()

  await page.getByLabel('A card that the bank refuses').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('refused this card')
  await page.getByRole('button', { name: 'Subscribe' }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?checkout=success$/)

  await page.goto(await pageOf(client, 'customer-portal'))
  await page.getByLabel('Plan').selectOption('Quantum Fortress')
  await page.getByLabel('Seats').fill('5')
  await page.getByRole('button', { name: 'Change the plan' }).click()
  await expect(page.getByText('$499.95 a month')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel at the end' }).click()
  await page.getByRole('button', { name: 'Begin the next period' }).click()
  await expect(page.getByText('Ended')).toBeVisible()
  const { data } = await client.functions.invoke('check-subscription')
  expect(data).toEqual({ subscribed: false, subscription_tier: null, subscription_end: null })
  await context.close()
})

test('both pages keep the rules of accessibility and their own policy', async ({ page }) => {
  const client = await subscriber()
  const problems = watchPage(page)

  const checkout = await pageOf(client, 'create-checkout', { tier: 'guardian' })
  await page.goto(`${checkout}?problem=declined`)
  await expectAccessibleEverywhere(page)
  await page.goto(checkout)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL(/\/(dashboard|login)/)
  await page.goto(await pageOf(client, 'customer-portal'))
  await expectAccessibleEverywhere(page)

  expect(problems).toEqual([])
})
