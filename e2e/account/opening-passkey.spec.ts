import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage, expectOpenVault } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { openSecurity } from '../support/security-page.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

const password = 'a password of mine'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('a passkey signs in, opens the vault once it is allowed to, and its secret stays in the page', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'key@example.org', password, firstName: 'Kay' }
  const { withoutPrf } = await addAuthenticator(page)
  const { secrets, sent } = await watchSecrets(page)
  await openPreparedVault(page, server.url, person)
  await openSecurity(page)
  const passkeys = page.getByRole('listitem', { name: 'Passkeys' })
  const typed = page.getByRole('textbox', { name: 'Password', exact: true })

  await test.step('made, it says that it could open the vault, and only signs in', async () => {
    await addPasskey(page, 'This laptop')
    await expect(page.getByText('It can open your vault as well, once you allow it here.')).toBeVisible()
    await expect(passkeys).toContainText('Signs in only')
    await expect(passkeys).toContainText('Not used yet')
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unlock with a passkey' })).toHaveCount(0)
    await typed.fill(password)
    await page.keyboard.press('Enter')
    await expectOpenVault(page)
  })

  await test.step('allowed with the password, it opens the vault: unlocking, and signing in', async () => {
    await openSecurity(page)
    await expect(passkeys).toContainText('Last used')
    await page.getByRole('button', { name: 'Let a passkey open the vault' }).click()
    await expectAccessibleEverywhere(page)
    await typed.fill('not my password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not the password of this vault.')).toBeVisible()
    await typed.fill(password)
    await expect(page.getByText('This is not the password of this vault.')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(passkeys).toContainText('Signs in and opens the vault')

    await page.reload()
    await page.getByRole('button', { name: 'Unlock with a passkey' }).click()
    await expect(passkeys).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectOpenVault(page)
  })

  await test.step('renamed; removed with the password, it opens nothing and signs in no more', async () => {
    await openSecurity(page)
    await page.getByRole('button', { name: 'Rename This laptop' }).click()
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Old laptop')
    await page.keyboard.press('Enter')
    await expect(passkeys).toContainText('Old laptop')
    // A server that hides it does not have it removed without a new key.
    await page.route('**/auth/v1/passkeys', (route) => route.fulfill({ json: [] }))
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await openSecurity(page)
    await expect(passkeys).toContainText('Not listed by the server')
    await page.getByRole('button', { name: 'Remove A passkey that opens the vault' }).click()
    await expectAccessibleEverywhere(page)
    await typed.fill(password)
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(passkeys).toContainText('None yet.')
    await page.unroute('**/auth/v1/passkeys')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unlock with a passkey' })).toHaveCount(0)
    await typed.fill(password)
    await page.keyboard.press('Enter')
    await expect(passkeys).toContainText('None yet.')
  })

  await test.step('an authenticator that cannot open the vault says so', async () => {
    await withoutPrf()
    await addPasskey(page, 'Plain key')
    await expect(page.getByText('It cannot open your vault: its device or this browser lacks the PRF')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Plain key' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(passkeys).toContainText('None yet.')
  })

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(problems.filter((problem) => !problem.includes('/passkeys/'))).toEqual([])

  expect(secrets.length, 'the passkey answered with a secret').toBeGreaterThan(0)
  for (const secret of secrets.map((bytes) => Buffer.from(bytes))) {
    for (const encoding of ['base64url', 'base64', 'hex'] as const) {
      expect(sent.filter((body) => body.includes(secret.toString(encoding)))).toEqual([])
    }
  }
  expect(sent.filter((body) => body.includes('"prf"'))).toEqual([])
})

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name)
}

/** Gives the page an authenticator with the PRF extension: Chromium's own, in software. */
async function addAuthenticator(page: Page): Promise<{ withoutPrf: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const add = (hasPrf: boolean) =>
    devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf,
        automaticPresenceSimulation: true,
      },
    })
  const { authenticatorId } = await add(true)
  return {
    withoutPrf: async () => {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await add(false)
    },
  }
}

/** What passkeys answer to the page, and everything that the page sends. */
async function watchSecrets(page: Page): Promise<{ secrets: number[][]; sent: string[] }> {
  const secrets: number[][] = []
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.exposeFunction('noteSecret', (bytes: number[]) => void secrets.push(bytes))
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = async (options) => {
      const used = (await get(options)) as PublicKeyCredential | null
      const output = used?.getClientExtensionResults().prf?.results?.first as ArrayBuffer | undefined
      const { noteSecret } = globalThis as unknown as { noteSecret: (bytes: number[]) => Promise<void> }
      if (output) await noteSecret([...new Uint8Array(output)])
      return used
    }
  })
  return { secrets, sent }
}
