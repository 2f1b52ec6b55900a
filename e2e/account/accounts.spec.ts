import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import {
  type Person,
  chooseFiles,
  confirm,
  keepRecoveryKit,
  mailedLink,
  openNewVault,
  signIn,
  signUp,
  watchPage,
  expectOpenVault,
} from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an account that is not confirmed does not open, and can have its mail sent again', async ({ page }) => {
  const person: Person = { email: 'unconfirmed@example.org', password, firstName: 'Una' }
  const first = await signUp(page, server.url, person)

  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await signIn(page, person)
  await expect(page.getByText('Confirm your email first: open the link we sent you.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible()

  const isAnother = async () => expect(await mailedLink(page, server.url, person.email)).not.toBe(first)
  await expect(isAnother).toPass()
  await confirm(page, await mailedLink(page, server.url, person.email))
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Your recovery kit' })).toBeVisible()
})

test('where the operator makes accounts, the page of sign-up says so and takes no form; elsewhere it says what an account costs', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/signup`)
  await expect(page.getByRole('button', { name: 'Start Free Trial' })).toBeVisible()
  await expect(page.getByText('An account is free up to', { exact: false })).toBeVisible()

  const closed = await startServer({ DISABLE_SIGNUP: 'true' })
  try {
    for (const address of ['/signup', '/']) {
      await page.goto(closed.url + address)
      await expect(
        page.getByText('This server takes new accounts by invitation only.', { exact: false }).first(),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Start Free Trial' }).first().click()
    await expect(page.getByText('by invitation only', { exact: false })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
  } finally {
    await closed.stop()
  }
  expect(problems).toEqual([])
})

test('a new password is judged by how soon it is guessed, in the browser, by a script that comes with the first letter', async ({
  page,
}) => {
  const problems = watchPage(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`${server.url}/signup`, { waitUntil: 'networkidle' })
  expect(asked.filter((request) => request.includes('password.worker'))).toEqual([])
  await page.getByLabel('First name').fill('Brandlhuberin')
  const field = page.getByLabel('Password', { exact: true })
  for (const [typed, sentence] of [
    ['aaaaaaaaaaaaaaa', 'Weak: it repeats itself.'],
    ['passwordpassword', 'Weak: it repeats itself.'],
    ['password1234567', 'Weak: it is one of the most common passwords, or close to one.'],
    ['Brandlhuberin84', 'Weak: it contains your name'],
    ['trampoline violet arithmetic harbour', 'Strong: hard to guess.'],
  ] as const) {
    await field.fill(typed)
    await expect(page.getByText(sentence)).toBeVisible()
    if (sentence.startsWith('Weak')) await expect(page.getByText('Use four or five unrelated words')).toBeVisible()
  }
  await expectAccessibleEverywhere(page)
  expect(asked.filter((request) => request.includes('password.worker'))).toHaveLength(1)
  expect(asked.filter((request) => /aaaaa|1234567|trampoline/.test(request))).toEqual([])
  expect(problems).toEqual([])
})

test('names of spaces are refused; the mail is sent again twice, then the button counts down', async ({ page }) => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  await page.goto(`${strict.url}/signup`)
  await page.getByLabel('First name').fill('   ')
  await page.getByLabel('Last name').fill('a'.repeat(101))
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await expect(page.getByText('Enter a name; spaces alone are not enough.')).toBeVisible()
  await expect(page.getByText('This is too long: 100 characters at most.')).toBeVisible()

  await signUp(page, strict.url, { email: 'again@example.org', password, firstName: 'Ann' })
  const again = page.getByRole('button', { name: 'Send it again', exact: true })
  await again.click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible()
  await again.click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible()
  await again.click()
  await expect(page.getByRole('button', { name: /^Send it again in \d+ s$/ })).toBeDisabled()
  await expect(page.getByText('Several mails are on their way already.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await strict.stop()
})

test('a confirmation link works once; used again it says so and offers a new one', async ({ page }) => {
  const problems = watchPage(page)
  const person: Person = { email: 'twice@example.org', password, firstName: 'Tom' }
  const link = await signUp(page, server.url, person)
  await confirm(page, link)

  await page.goto(link)
  await expect(page.getByText('This link was used or has expired')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('This link has expired or was already used')).toBeVisible()
  expect(page.url(), 'no reason or token stays in the address').toBe(`${server.url}/login`)
  await page.getByRole('button', { name: 'Send a new link' }).scrollIntoViewIfNeeded()
  await page.getByLabel('Email', { exact: true }).first().fill(person.email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('If this account is waiting for confirmation, a new link is on its way.')).toBeVisible()
  expect(problems).toEqual([])
})

test(
  'a forgotten password: the mail signs in, the recovery words open the vault, the old password is gone',
  { tag: '@fast' },
  async ({ page }) => {
    const problems = watchPage(page)
    const person: Person = { email: 'forgetful@example.org', password, firstName: 'Fay' }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-forgot-'))
    const file = path.join(folder, 'Deed.pdf')
    fs.writeFileSync(file, randomBytes(5000))
    const row = page.getByRole('row').filter({ hasText: 'Deed.pdf' })
    const words = await openPreparedVault(page, server.url, person)
    await chooseFiles(page, file)
    await expect(row).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).first().click()
    const confirmation = await mailedLink(page, server.url, person.email)

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(`If ${person.email} has an account here`)).toBeVisible()
    await expect(async () => expect(await mailedLink(page, server.url, person.email)).not.toBe(confirmation)).toPass()
    await page.goto(await mailedLink(page, server.url, person.email))
    await page.getByRole('button').click()

    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    expect(page.url(), 'the tokens left the address').toBe(`${server.url}/forgot-password`)
    await expectAccessibleEverywhere(page)
    const renewed = 'another password of mine'
    await page.getByLabel('Password', { exact: true }).fill(renewed)
    await page.getByLabel('Confirm password').fill(renewed)
    const field = page.getByLabel('Recovery words')
    for (const [typed, sentence] of [
      [words.slice(1).join(' '), 'A recovery kit has 24 words; these are 23.'],
      [words.with(4, 'quantumshield').join(' '), 'Word 5, “quantumshield”, is not in the word list.'],
      ['abandon '.repeat(23) + 'art', 'These words do not open this vault.'],
    ] as const) {
      await field.fill(typed)
      await page.getByRole('button', { name: 'Set password and open my vault' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await field.fill(words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\n'))
    await page.getByRole('button', { name: 'Set password and open my vault' }).click()
    await expect(row).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).first().click()
    await signIn(page, person)
    await expect(page.getByText('Email or password is wrong.')).toBeVisible()
    await signIn(page, { ...person, password: renewed })
    await expect(row).toBeVisible()
    // The refused sign-in is the one line that a browser writes by itself.
    expect(problems.filter((problem) => !problem.includes('/auth/v1/token'))).toEqual([])
    fs.rmSync(folder, { recursive: true })
  },
)

test('a reload before the keys are made asks for the password to continue, not to unlock', async ({ page }) => {
  const person: Person = { email: 'early@example.org', password, firstName: 'Eva' }
  await confirm(page, await signUp(page, server.url, person))
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Your recovery kit' })).toBeVisible()
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Continue with your vault' })).toBeVisible()
  await expect(page.getByText(/Unlock|have the keys/)).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery kit' })).toBeVisible()
})

test('a locked vault opens by the recovery words too', async ({ page }) => {
  const person: Person = { email: 'locked@example.org', password, firstName: 'Lou' }
  const words = await openPreparedVault(page, server.url, person)
  await page.reload()

  await page.getByRole('link', { name: 'Forgotten it? Use your recovery words' }).click()
  await page.getByLabel('Recovery words').fill(words.join(' '))
  await page.getByLabel('Password', { exact: true }).fill('yet another password')
  await page.getByLabel('Confirm password').fill('yet another password')
  await page.getByRole('button', { name: 'Set password and open my vault' }).click()
  await expectOpenVault(page)

  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('yet another password')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expectOpenVault(page)
})

test('where a proof of work is asked for, the browser does it by itself', async ({ page }) => {
  const strict = await startServer({ AUTH_CAPTCHA: 'true' })
  const problems = watchPage(page)
  const person: Person = { email: 'worker@example.org', password, firstName: 'Wes' }

  await openNewVault(page, strict.url, person)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  await expectOpenVault(page)

  expect(problems).toEqual([])
  await strict.stop()
})

test('every page before the vault is accessible, in both schemes and at both sizes', async ({ page }) => {
  const person: Person = { email: 'axe@example.org', password, firstName: 'Alix' }
  for (const address of ['/login', '/signup', '/forgot-password', '/nowhere', '/login#error_code=otp_expired']) {
    await page.goto(server.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleEverywhere(page)
  }
  await confirm(page, await signUp(page, server.url, person))
  await signIn(page, person)
  await expect(page.getByRole('button', { name: 'Make my keys' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Make my keys' }).click()
  await expect(page.getByRole('list', { name: 'Recovery words' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'I saved the words' }).click()
  await expectAccessibleEverywhere(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Continue with your vault' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('an address that a stranger signed up with first: its owner chooses the password after confirming', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'contested@example.org', password, firstName: 'Con' }
  await page.request.post(`${server.url}/auth/v1/signup`, { data: { email: person.email, password: 'of a stranger' } })
  const first = await mailedLink(page, server.url, person.email)
  await signUp(page, server.url, person)
  await expect(async () => expect(await mailedLink(page, server.url, person.email)).not.toBe(first)).toPass()

  await page.goto(await mailedLink(page, server.url, person.email))
  await page.getByRole('button', { name: /confirm/i }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(page.url(), 'the tokens left the address').toBe(`${server.url}/forgot-password`)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Set password and open my vault' }).click()
  await keepRecoveryKit(page)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  await expectOpenVault(page)
  expect(problems).toEqual([])
})
