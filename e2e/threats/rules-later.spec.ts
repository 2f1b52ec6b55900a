import fs from 'node:fs'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { expectOpenVault, signIn } from '../support/account/person.ts'
import { writeFile } from '../support/drive/preview-files.ts'
import { openSecurity } from '../support/security-page.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { unlock } from '../support/transfers.ts'
import { closeAll, makeLink, personIn, storeFile } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** Rules that count already. */
async function haveRules(rules: Record<string, unknown>): Promise<void> {
  const apikey = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const headers = { apikey, 'content-type': 'application/json' }
  const found = await fetch(`${server.url}/rest/v1/tenants?is_default=is.true&select=id`, { headers })
  const [{ id }] = (await found.json()) as [{ id: string }]
  const body = JSON.stringify({ tenant_id: id, version: 1, ...rules })
  const made = await fetch(`${server.url}/rest/v1/organisation_policies`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
}

/** Gives the page an authenticator: Chromium's own, in software. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('rules that come later: a passkey signs in where a second factor is required, a link of before is shortened', async ({
  browser,
}) => {
  const bob = await personIn(browser, server.url, 'bob')
  const { page } = bob
  await storeFile(page, writeFile(test.info().outputPath(), 'Plan.txt', 'a plan'))
  await page.getByRole('button', { name: 'Share Plan.txt', exact: true }).click()
  await makeLink(page, { downloads: '500' })
  await page.keyboard.press('Escape')
  await addAuthenticator(page)
  await openSecurity(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('This laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('This laptop')

  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString()
  await haveRules({ second_factor_from: aMinuteAgo, link_days: 3, link_downloads: 100 })
  await test.step('who has a passkey signs in with it, and sets up none before', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await signIn(page, bob)
    await expect(page.getByRole('heading', { name: 'A second factor is required' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/Your account has a passkey/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Set up|Add a passkey/ })).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
    await unlock(page, bob)
    await expectOpenVault(page)
  })
  await test.step('a link of before the rules is shortened, and keeps its limit', async () => {
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    await page.getByRole('button', { name: /Show or change the link to Plan.txt/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Link to Plan.txt' })
    await dialog.getByRole('button', { name: 'Change end, limit or password' }).click()
    await dialog.getByLabel(/New end/).fill('4')
    await expect(dialog.getByLabel(/Download limit/)).toHaveValue('500')
    await expect(dialog).toContainText('it ends within 3 days, 100 downloads at most')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Link changed')).toBeVisible()
  })
  await closeAll(bob)
})
