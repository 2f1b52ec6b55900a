import { expect, type Page, test } from '@playwright/test'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../test/support/counterparts/identity-provider.ts'
import { codeIn, TestMailbox } from '../../test/support/server/test-mailbox.ts'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { startOrganisation } from '../support/organisation.ts'
import { keepRecoveryKit, openNewVault, watchPage, expectOpenVault } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'

/** A provider whose address nobody answers at. */
const unreachable = {
  AUTH_OIDC_CLIENT_ID: 'any',
  AUTH_OIDC_SECRET: 'any',
  AUTH_OIDC_URL: 'http://127.0.0.1:9',
  AUTH_OIDC_NAME: 'Away Works',
}

let server: RunningServer
let provider: IdentityProvider
let mailbox: TestMailbox
test.beforeAll(async () => {
  provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
  for (const name of ['ada', 'bea', 'cay']) {
    provider.accounts.set(name, { email: `${name}@example.test`, email_verified: true, name })
  }
  provider.accounts.set('unsure', { email: 'unsure@example.test', email_verified: false })
  server = await startServer({ ...settingsFor(provider), AUTH_KEYCLOAK_NAME: 'Example Works', ...unreachable })
  mailbox = new TestMailbox(server.url)
})
test.afterAll(async () => {
  await server.stop()
  provider.stop()
})

/** By keyboard: as somebody who cannot point. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  // In one go: a page that is drawn again in between takes the focus away.
  await button.press('Enter')
}

async function leaveFor(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/login`)
  await press(page, 'Example Works')
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose the password of your vault' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await keepRecoveryKit(page)
}

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectOpenVault(page)
}

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' }).first().click()

test('an account from a provider: it signs in, chooses the password of the vault once, and later only unlocks', async ({
  page,
}) => {
  const problems = watchPage(page)
  await leaveFor(page, 'ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Welcome!')).toBeVisible()
  expect(page.url(), 'no code stays in the address').toBe(`${server.url}/dashboard`)
  await expectAccessibleEverywhere(page)
  await page.reload()
  await choosePassword(page)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('elsewhere')))).toEqual([])
  await logout(page)

  await press(page, 'Example Works')
  await unlock(page)
  // The provider's own pages ask for a font and an icon that are not there.
  const isOurs = (problem: string) => !problem.includes(provider.issuer) && !problem.includes('fonts.googleapis.com')
  expect(problems.filter(isOurs)).toEqual([])
})

test('an account with a password is joined by its confirmed address, and its vault asks for that password', async ({
  page,
}) => {
  await openNewVault(page, server.url, { email: 'bea@example.test', password, firstName: 'Bea' })
  await logout(page)
  await leaveFor(page, 'bea')
  await page.getByRole('button', { name: 'Continue' }).click()
  await unlock(page)
})

test('a sign-in that somebody else began opens nothing here, and says so', async ({ page, browser }) => {
  // The stranger goes all the way and keeps the address that would open their own account.
  let address = ''
  const stranger = await (await browser.newContext()).newPage()
  stranger.on('request', (request) => {
    if (request.url().includes('/dashboard?code=')) address = request.url()
  })
  await stranger.route(/grant_type=pkce/, (route) => route.abort())
  await leaveFor(stranger, 'cay')
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => address).toContain('code=')

  await page.goto(address)
  await expect(page.getByText('This sign-in was not started in this tab, so nothing was opened.')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)
  await expectAccessibleEverywhere(page)

  // Not even after this browser has begun one of its own.
  await page.goto(`${server.url}/login`)
  await press(page, 'Example Works')
  await page.locator('input[name=login]').waitFor()
  await page.goto(address)
  await expect(page.getByText('OAuth Error')).toBeVisible()
  await expect(page.getByText('The sign-in there did not succeed')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)
  expect(
    await page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].join()),
  ).not.toContain('access_token')
})

test('a refusal of the provider comes back as a toast and a sentence, and no text of a stranger does', async ({
  page,
}) => {
  await leaveFor(page, 'unsure')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('OAuth Error')).toBeVisible()
  await expect(page.getByText(/^Unverified email with keycloak/)).toBeVisible()
  await expect(page.getByText('Your email address is not confirmed there, so nothing was opened.')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)

  const fresh = await page.context().newPage()
  await fresh.goto(`${server.url}/dashboard?error=access_denied&error_description=Call+0900+123`)
  await expect(fresh.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(fresh.getByText('0900')).toHaveCount(0)
})

test('a provider that cannot be reached leads back with a sentence, not to a page of JSON', async ({ page }) => {
  await page.goto(`${server.url}/login`)
  await press(page, 'Away Works')
  await expect(page.getByText('OAuth Error')).toBeVisible()
  await expect(page.getByText('The sign-in there did not succeed')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)
  await expect(page.getByRole('button', { name: 'Away Works' })).toBeEnabled()
})

test('what is not configured is named in one line, and no button', async ({ page }) => {
  for (const address of ['/login', '/signup']) {
    await page.goto(server.url + address)
    await expect(page.getByText(/Google, GitHub, Apple: Not configured on this server\.$/)).toBeVisible()
    for (const name of ['Google', 'GitHub', 'Apple']) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    }
    await expect(page.getByRole('button', { name: 'Example Works' })).toBeEnabled()
    await expectAccessibleEverywhere(page)
  }
})

test('a mailed code signs in: pasted in groups, wrong once, the same answer for an unknown address', async ({
  page,
}) => {
  const email = 'coded@example.org'
  await openNewVault(page, server.url, { email, password, firstName: 'Cody' })
  await logout(page)
  await press(page, 'SMS or email code')
  const to = page.getByLabel('Email or phone number')
  await expect(to).toBeFocused()
  await page.keyboard.type('0151 234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an email address, or a number that begins with +')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await to.fill('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByText('If nobody@example.org belongs to an account here, a code is on its way.')).toBeVisible()
  expect(await mailbox.to('nobody@example.org')).toEqual([])

  await press(page, 'Use another address or number')
  for (const mail of await mailbox.to(email)) expect(mail.subject).not.toBe('Your sign-in link')
  await to.fill(email.toUpperCase())
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Six-digit code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  await expectAccessibleEverywhere(page)
  const code = await newestCode(email)
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sign In Error')).toBeVisible()
  await expect(page.getByText('This code does not fit, was used already or is too old.')).toBeVisible()
  await field.fill('')
  await expect(page.getByText('This code does not fit')).toBeHidden()
  // One from before signing out may still say the same as the one that comes now.
  await dismissToasts(page)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  await unlock(page)
})

async function newestCode(address: string): Promise<string> {
  await expect.poll(async () => (await mailbox.to(address)).length).toBeGreaterThan(0)
  let code = ''
  await expect(async () => {
    const [mail] = await mailbox.to(address)
    expect(mail?.subject).toBe('Your sign-in link')
    code = codeIn(mail ?? { text: '' })
  }).toPass()
  return code
}

test('a number is added in Security, signs in by SMS, and is removed', async ({ page }) => {
  const email = 'phoned@example.org'
  const phone = '+4915123456789'
  await openNewVault(page, server.url, { email, password, firstName: 'Pho' })
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await press(page, 'Add a number')
  const dialog = page.getByRole('dialog', { name: 'Add a number' })
  await expect(dialog.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.type('0151 23456789')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Write the number with + and the country code.')).toBeVisible()
  await dialog.getByLabel('Phone number').fill('+49 (151) 234 567-89')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Six-digit code')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.type(codeIn(await mailbox.next(phone)))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${phone} now receives codes`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${phone}` })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await logout(page)

  await press(page, 'SMS or email code')
  await page.keyboard.type('0049 151 23456789')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${phone} belongs to an account here, a code is on its way.`)).toBeVisible()
  await page.keyboard.type(codeIn(await mailbox.next(phone)))
  await page.keyboard.press('Enter')
  await unlock(page)

  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await press(page, `Remove ${phone}`)
  await press(page, 'Remove number')
  await expect(page.getByText(`${phone} was removed`)).toBeVisible()
  await expect(page.getByText('A way to sign in was removed')).toBeVisible()
  await expect(page.getByText('You confirmed a phone number')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a number' })).toBeVisible()
})

test('an organisation signs its people in by domain; one that is not known is reported as unknown', async ({
  page,
}) => {
  const idp = await startOrganisation(server, { domain: 'works.test', email: 'grace@works.test' })
  await page.goto(`${server.url}/login`)
  await press(page, 'Your organisation')
  const field = page.getByLabel('Email or domain of your organisation')
  await expect(field).toBeFocused()
  await page.keyboard.type('somebody@elsewhere.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No organisation signs in here with this domain.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await field.fill('Grace@Works.test')
  await expect(page.getByText('No organisation signs in here with this domain.')).toBeHidden()
  await page.keyboard.press('Enter')
  await choosePassword(page)
  await logout(page)

  await press(page, 'Your organisation')
  await expect(field).toBeFocused()
  await page.keyboard.type('works.test')
  await page.keyboard.press('Enter')
  await unlock(page)
  await expectOpenVault(page)
  idp.stop()
})
