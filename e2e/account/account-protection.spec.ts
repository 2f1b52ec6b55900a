import { expect } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, signIn, watchPage, dialogOf, expectOpenVault } from '../support/account/person.ts'
import { openSecurity } from '../support/security-page.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const STEP_MS = 30_000
const password = 'a password of mine'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

/** A code that was not used yet: the server takes none twice, but the next one a little early. */
function codesOf(secret: string): () => string {
  let step = Math.floor(Date.now() / STEP_MS)
  return () => {
    const code = generateSync({ secret, epoch: (step * STEP_MS) / 1000 })
    step += 1
    return code
  }
}

test('two-step sign-in: enrolled by keyboard, asked for at sign-in, and a recovery code works once', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person: Person = { email: 'two@example.org', password, firstName: 'Tia' }
  await openPreparedVault(page, server.url, person)
  await openSecurity(page)
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Enable 2FA' }).focus()
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByLabel('Name')).toHaveValue('Authenticator app')
  await adding.getByLabel('Name').fill('Phone')
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('figure', { name: 'QR code' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const secret = ((await adding.getByText(/^([A-Z2-7]{4} ?)+$/).textContent()) ?? '').replaceAll(' ', '')
  const nextCode = codesOf(secret)
  await expect(adding.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(adding.getByText('This code does not fit or was used already.')).toBeVisible()
  await adding.getByLabel('Six-digit code').fill(nextCode())
  await expect(adding.getByText('This code does not fit')).toBeHidden()
  // Escape while the code is checked must not remove the app that the server is about to accept.
  let check = () => undefined as void
  const held = new Promise<void>((resolve) => (check = resolve))
  await page.route('**/auth/v1/factors/*/verify', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('button', { name: 'Checking...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(adding).toBeVisible()
  check()

  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  // Two-step sign-in without codes is not what anybody leaves with.
  await page.keyboard.press('Escape')
  await expect(kept.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await kept.getByRole('button', { name: 'Make recovery codes' }).click()
  const listed = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(listed).toHaveCount(10)
  await expect(kept.getByRole('button', { name: 'Close' })).toHaveCount(0)
  const [recoveryCode = ''] = await listed.allInnerTexts()
  await expectAccessibleEverywhere(page)
  const saved = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('quantumshield-recovery-codes.txt')
  await kept.getByRole('button', { name: 'I saved the codes' }).click()
  const factors = page.getByRole('list', { name: 'Two-step sign-in' })
  await expect(factors).toContainText('Phone')
  await expect(factors).toContainText('10 of 10 left')
  await expect(page.getByRole('region', { name: 'Security Score' }).getByText('100%')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Six-digit code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code does not fit or was used already.')).toBeVisible()
  const code = nextCode()
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByText('This code does not fit')).toBeHidden()
  await page.keyboard.press('Enter')
  await expectOpenVault(page)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  // A reload in the middle asks for the code again, and then for the password, which left the memory.
  await page.getByLabel('Six-digit code').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Phone not at hand? Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectOpenVault(page)
  await openSecurity(page)
  await expect(factors).toContainText('9 of 10 left')

  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await expect(page.getByText('Your password is all it takes to sign in.')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, person)
  await expectOpenVault(page)
  // The refused codes are the lines that a browser writes by itself.
  expect(problems.filter((problem) => !problem.includes('/verify'))).toEqual([])
})

test('the recovery kit is checked by its words, which are sent nowhere', async ({ page }) => {
  const person: Person = { email: 'kit@example.org', password, firstName: 'Kit' }
  const words = await openPreparedVault(page, server.url, person)
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(`${request.url()}\n${request.postData() ?? ''}`)))
  await openSecurity(page)
  const kit = page.getByRole('listitem', { name: 'Recovery kit' })
  await page.getByRole('button', { name: 'Check your kit' }).click()
  const field = dialogOf(page).getByLabel('Recovery words')
  const submit = page.getByRole('button', { name: 'Check the words' })
  for (const [typed, sentence] of [
    [words.slice(1).join(' '), 'A recovery kit has 24 words; these are 23.'],
    ['abandon '.repeat(23) + 'art', 'These words do not open this vault.'],
  ] as const) {
    await field.fill(typed)
    await submit.click()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await field.fill(words.join(' '))
  await submit.click()
  await expect(page.getByText('These words open your vault')).toBeVisible()

  await expect(kit).toContainText('Last checked')
  expect(sent.some((request) => request.includes('rpc/record_recovery_check'))).toBe(true)
  const bodies = sent.map((request) => request.split('\n')[1]).join()
  for (const [at, word] of words.entries()) {
    expect(bodies).not.toMatch(new RegExp(`\\b${word}\\b`))
    const next = words[at + 1]
    if (next) expect(sent.join(), 'two in a row, however they are joined').not.toMatch(new RegExp(`${word}\\W+${next}`))
  }
})
