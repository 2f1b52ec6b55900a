import { type Browser, type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { confirmationCode } from '../support/account/confirmation-code.ts'
import { expectOpenVault, watchPage } from '../support/account/person.ts'
import { prepareVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Addresses of the data that comes with the program. */
const GERMANY = '193.99.144.80'
const UNITED_STATES = '8.8.8.8'
const PERSON = { email: 'anna@example.org', password: 'a password of mine', firstName: 'Anna' }
const BEN = { email: 'ben@example.org', password: 'a password of mine', firstName: 'Ben' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true' })
  await prepareVault(server.url, PERSON)
  await prepareVault(server.url, BEN)
})
test.afterAll(() => server.stop())

/** A browser that was never here, at an address in some country. */
async function signInFrom(browser: Browser, ip: string, person = PERSON): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': ip } })
  const page = await context.newPage()
  const problems = watchPage(page)
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  return { page, problems }
}

test(
  'a sign-in from another country says what was noticed, and opens the vault after a mailed code and, after a reload, the password',
  { tag: '@fast' },
  async ({ browser }) => {
    const home = await signInFrom(browser, GERMANY)
    await expectOpenVault(home.page)
    await home.page.context().close()

    const { page, problems } = await signInFrom(browser, UNITED_STATES)
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expect(page.getByText('From a country that this account was never used in: US')).toBeVisible()
    await expect(page.getByText('On a device that never signed in to this account')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.reload()
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page.getByText(`The code is on its way to ${PERSON.email}`)).toBeVisible()

    await page.getByLabel('Code from the mail').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('That is not the code, or it is too old.')).toBeVisible()
    await page.getByLabel('Code from the mail').fill(await confirmationCode(server.url, PERSON.email))
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    // The password was typed before the reload.
    await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expectOpenVault(page)
    // The browser writes refused requests on the console by itself.
    expect(problems.filter((problem) => !/40[03]|422/.test(problem))).toEqual([])
    await page.context().close()
  },
)

/** Somebody has a copy of the session, and uses it in another country and another program. */
async function moveSession(page: Page): Promise<void> {
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.values(storage).map(String)).join(' '),
  )
  const refreshToken = /"refresh_token":"([^"]+)"/.exec(kept)?.[1]
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { publishable_key: string }
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: {
      apikey: config.publishable_key,
      'content-type': 'application/json',
      'x-forwarded-for': UNITED_STATES,
      'user-agent': 'another program',
    },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
  expect(answer.status).toBe(200)
}

test('a session that was used elsewhere continues with the password, which opens the vault as well', async ({
  browser,
}) => {
  const { page, problems } = await signInFrom(browser, GERMANY, BEN)
  await expectOpenVault(page)
  await moveSession(page)
  await page.reload()
  await expect(page.getByText('The session appeared in another browser or program')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a code from your mailbox' })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByLabel('Your password').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the password')).toBeVisible()
  await page.getByLabel('Your password').fill(BEN.password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectOpenVault(page)
  expect(problems.filter((problem) => !/40[03]|422/.test(problem))).toEqual([])
  await page.context().close()
})
