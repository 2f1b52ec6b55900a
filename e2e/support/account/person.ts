import { type Page, expect } from '@playwright/test'

export type Person = { email: string; password: string; firstName: string }

/** Collects what a page must not produce: console errors, policy violations, uncaught exceptions. */
export function watchPage(page: Page): string[] {
  const problems: string[] = []
  const add = (problem: string) => {
    if (!problem.includes(PLAYER_STOPPED)) problems.push(problem)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => add(String(error)))
  return problems
}

// Firefox says this, without an address, where its own player stopped reading an answer half way, as seeking does. An answer that a
// service worker failed to give names its address.
const PLAYER_STOPPED = 'Failed to load ‘’. A ServiceWorker intercepted the request'

/** Creates an account and returns the link of the confirmation mail. */
export async function signUp(page: Page, url: string, person: Person): Promise<string> {
  await page.goto(`${url}/signup`)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email', level: 1 })).toBeVisible()
  return mailedLink(page, url, person.email)
}

/** The newest link mailed to an address, read from the local mailbox as a person would. */
export async function mailedLink(page: Page, url: string, email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await page.request.get(`${url}/dev/mailbox.json`)).json()) as { to: string; text: string }[]
    link = /https?:\/\/\S+/.exec(mails.find((mail) => mail.to === email)?.text ?? '')?.[0]
    expect(link).toBeTruthy()
  }).toPass()
  return link ?? ''
}

/** Opens the confirmation link, presses its button and ends on the sign-in page. */
export async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: /confirm/i }).click()
  await expect(page.getByText('Email confirmed. Sign in to open your vault.')).toBeVisible()
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** After a password was typed: stretching it takes a second of a processor, and many of those on a busy machine. */
export async function expectOpenVault(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'My Files' })).toBeVisible({ timeout: 60_000 })
}

/** Walks through the recovery kit. @returns the 24 words. */
export async function keepRecoveryKit(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Make my keys' }).click()
  const items = page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem')
  await expect(items).toHaveCount(24)
  const words = (await items.allInnerTexts()).map((text) => /([a-z]+)\s*$/.exec(text)?.[1] ?? '')
  await page.getByRole('button', { name: 'I saved the words' }).click()
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Finish and open my vault' }).click()
  await expectOpenVault(page)
  return words
}

/** From nothing to an open, empty vault. @returns the 24 words. */
export async function openNewVault(page: Page, url: string, person: Person): Promise<string[]> {
  await confirm(page, await signUp(page, url, person))
  await signIn(page, person)
  return keepRecoveryKit(page)
}

/** The open dialog. Toasts have this role too, and stay for longer where the machine is slow. */
export const dialogOf = (page: Page) => page.getByRole('dialog').and(page.locator(':not([data-type], [data-closed])'))

/** As if the person had been in another window: the page looks again, now. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** Chooses files as a person does: through the drop zone's own button. */
export async function chooseFiles(page: Page, files: string | string[]): Promise<void> {
  // The driver of Firefox drops the event where it cannot look up the input in time, as on a busy machine; so ask again.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 20_000 })
    // On a phone an empty folder has two of them.
    const [opened] = await Promise.all([
      chooser,
      page.getByRole('button', { name: 'Choose files to upload' }).first().click({ timeout: 20_000 }),
    ])
    await opened.setFiles(files)
  }).toPass({ timeout: 90_000 })
}
