import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOfList, rowOfMember } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({})
})
test.afterAll(() => server.stop())

test('who manages users makes a token, sees whom the provider made, suspends them, and revokes the token', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const panel = page.getByRole('navigation', { name: 'Admin pages' })
  let token = ''
  const provision = () =>
    fetch(`${server.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'eve@company.example',
        name: { givenName: 'Eve', familyName: 'Stone' },
      }),
    })

  await test.step('a token is shown once', async () => {
    await openAdminPage(page, 'Integrations')
    await expect(page.getByText('No tokens')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Address for the provider' })).toHaveValue(`${server.url}/scim/v2`)
    await page.getByRole('button', { name: 'Make token' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Directory')
    await expectAccessibleEverywhere(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Make token' }).click()
    token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
    expect(token).toMatch(/^qs_scim_[\w-]{43}$/)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await expect(rowOfList(page, 'Tokens of identity providers', 'Directory')).toContainText('Never used')
    await expect(page.getByRole('textbox', { name: 'Token' })).toHaveCount(0)
  })

  await test.step('whom the provider made waits for the first sign-in, and can be suspended', async () => {
    expect((await provision()).status).toBe(201)
    await panel.getByRole('link', { name: 'Users & Teams' }).click()
    const eve = rowOfMember(page, 'Eve Stone')
    await expect(eve).toContainText('Waiting')
    await page.getByRole('button', { name: 'Details of Eve Stone' }).click()
    await expect(page.getByText('Managed by your identity provider')).toBeVisible()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Suspend member' }).click()
    await expect(eve).toContainText('Suspended')
    await page.getByRole('button', { name: 'Details of Eve Stone' }).click()
    await page.getByRole('button', { name: 'End suspension' }).click()
    await expect(eve).toContainText('Waiting')
  })

  await test.step('a revoked token is refused', async () => {
    await panel.getByRole('link', { name: 'Integrations' }).click()
    const row = rowOfList(page, 'Tokens of identity providers', 'Directory')
    await expect(row).toContainText('Used')
    await page.getByRole('button', { name: 'Revoke Directory' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expect(row).toContainText('Revoked')
    await expectAccessibleEverywhere(page)
    expect((await provision()).status).toBe(401)
  })
  await closeAll(ada)
})
