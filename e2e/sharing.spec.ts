import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type Page, expect, test } from '@playwright/test'
import { deriveLinkDoor } from '#crypto/index.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { isIn } from './disguises.ts'
import { type Person, chooseFiles, openNewVault, watchPage } from './person.ts'
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts'
import { type RunningServer, startServer } from './server.ts'

const NAME = 'canary-plan-71c0.pdf'
const LINK_PASSWORD = 'canary-link-password-2e8b'
const bytes = randomBytes(700_000)

let proxy: RecordingProxy
let server: RunningServer
let folder: string
test.beforeAll(async () => {
  proxy = await startRecordingProxy()
  server = await startServer({ PUBLIC_URL: proxy.url })
  proxy.forwardTo(Number(new URL(server.url).port))
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-sharing-'))
  fs.writeFileSync(path.join(folder, NAME), bytes)
})
test.afterAll(async () => {
  await proxy.stop()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('a file goes to a colleague and to a visitor byte for byte, until its owner stops sharing', async ({
  browser,
}) => {
  const [ada, bob, visitor] = [await personIn(browser, 'ada'), await personIn(browser, 'bob'), await newPage(browser)]
  await storeFile(ada.page)

  await test.step('Ada shares with Bob and makes a link with a password', async () => {
    await ada.page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
    await shareWith(ada.page, bob.email)
    await expect(ada.page.getByText(`${NAME} sharing status updated`)).toBeVisible()
    await expect(ada.page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
  })
  const address = await makeLink(ada.page, { password: LINK_PASSWORD })
  await ada.page.keyboard.press('Escape')
  await expect(rowOf(ada.page, NAME).getByText('Shared', { exact: true })).toBeVisible()

  await test.step('Bob finds and downloads it', async () => {
    await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
    await expect(bob.page.getByText('From Ada Example')).toBeVisible()
    expect(await downloaded(bob.page, `Download and decrypt ${NAME}`)).toBe(hashOf(bytes))
  })
  await test.step('the visitor needs the password', async () => {
    await visitor.page.goto(address)
    await visitor.page.getByLabel('Password', { exact: true }).fill('not the password')
    await visitor.page.getByRole('button', { name: 'Open file' }).click()
    await expect(visitor.page.getByText('This is not the password of this link.')).toBeVisible()
    await visitor.page.getByLabel('Password', { exact: true }).fill(LINK_PASSWORD)
    await visitor.page.getByRole('button', { name: 'Open file' }).click()
    await expect(visitor.page.getByRole('heading', { name: NAME })).toBeVisible()
    expect(await downloaded(visitor.page, 'Download file')).toBe(hashOf(bytes))
    await expect(visitor.page.getByText('Saved. Every byte was checked')).toBeVisible()
  })
  // What Chromium says of the refused password is the only complaint.
  expect([...ada.problems, ...bob.problems]).toEqual([])
  expect(visitor.problems.filter((problem) => !problem.includes('404'))).toEqual([])

  await test.step('Ada sees the download and stops both', async () => {
    await ada.page.getByRole('link', { name: 'Shared', exact: true }).click()
    await expect(ada.page.getByText(/Link with a password.*1 download/)).toBeVisible()
    for (const label of [new RegExp(`Stop sharing ${NAME} with Bob`), new RegExp(`Stop sharing ${NAME} by the link`)]) {
      await ada.page.getByRole('button', { name: label }).click()
      await expect(ada.page.getByRole('button', { name: label })).toHaveCount(0)
    }
    await expect(ada.page.getByText('File Unshared').first()).toBeVisible()
    await expect(ada.page.getByText('You share nothing')).toBeVisible()
  })
  await test.step('Bob and the visitor are told', async () => {
    await bob.page.getByRole('button', { name: `Download and decrypt ${NAME}` }).click()
    await expect(bob.page.getByText(/This file is no longer shared with you\. Nothing was saved/)).toBeVisible()
    await expect(bob.page.getByText('Files shared with you will appear here')).toBeVisible()
    await visitor.page.reload()
    await expect(visitor.page.getByRole('heading', { name: 'This link was ended' })).toBeVisible()
  })

  const stored = filesBelow(server.dataDir).map((file) => fs.readFileSync(file))
  const secret = new URL(address).hash.slice(1)
  expect(isIn([proxy.sent()], new URL(address).pathname), 'the search finds what was sent').toBe(true)
  for (const [what, canary] of Object.entries({ secret, LINK_PASSWORD, NAME, key: Buffer.from(secret, 'base64url') })) {
    expect(isIn([proxy.sent()], canary), `${what} on the wire`).toBe(false)
    expect(isIn(stored, canary), `${what} in the data folder`).toBe(false)
    expect(isIn([Buffer.from(server.log())], canary), `${what} in the log`).toBe(false)
  }
  await closeAll(ada, bob, visitor)
})

test('a link that does not open says why', async ({ browser }) => {
  const ada = await personIn(browser, 'ada')
  await storeFile(ada.page)
  await ada.page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  const address = await makeLink(ada.page, { downloads: '1' })
  const visitor = await newPage(browser)
  const { page } = visitor
  const expectRefusal = async (at: string, title: string) => {
    await page.goto('about:blank')
    await page.goto(at)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }

  await expectRefusal(address.split('#')[0] ?? '', 'Part of this link is missing')
  await expectAccessibleEverywhere(page)
  await expectRefusal(address.slice(0, -1), 'There is no such link')
  await expectRefusal(`${proxy.url}/s/${randomUUID()}${new URL(address).hash}`, 'There is no such link')
  await expectRefusal(await expiredLink(ada.page), 'This link has expired')

  await page.goto(address)
  await expect(page.getByText('Downloads left')).toBeVisible()
  expect(await downloaded(page, 'Download file')).toBe(hashOf(bytes))
  await expectRefusal(address, 'This link was used up')
  await closeAll(ada, visitor)
})

test('somebody unknown cannot be shared with, and the safety number is the same on both screens', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, 'ada'), await personIn(browser, 'bob')]
  for (const { page } of [ada, bob]) {
    await storeFile(page)
    await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
  }
  await ada.page.getByLabel('E-mail of a colleague').fill('nobody@example.org')
  await ada.page.getByRole('button', { name: 'Find' }).click()
  await expect(ada.page.getByText('Nobody in your organisation uses this address.')).toBeVisible()

  const numbers = [await safetyNumber(ada.page, bob.email), await safetyNumber(bob.page, ada.email)]
  expect(numbers[0]).toMatch(/^(\d{5} ){11}\d{5}$/)
  expect(numbers[0]).toBe(numbers[1])
  await expectAccessibleEverywhere(ada.page)
  await ada.page.getByRole('button', { name: 'The numbers match' }).click()
  await expect(ada.page.getByText('Safety number compared')).toBeVisible()
  await closeAll(ada, bob)
})

test('sharing works with the keyboard alone, and every state is accessible', async ({ browser }) => {
  const [ada, bob] = [await personIn(browser, 'ada'), await personIn(browser, 'bob')]
  const { page } = ada
  await storeFile(page)

  await page.getByRole('grid', { name: 'Files' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await tabTo(page, 'menuitem', 'Share', 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail of a colleague')).toBeFocused()
  await page.keyboard.type(bob.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('First contact: their keys will be remembered.')).toBeVisible()
  await tabTo(page, 'button', 'Share file')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
  await expect(page.getByLabel('E-mail of a colleague')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expectAccessibleEverywhere(page)
  await tabTo(page, 'button', 'Create link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure', { name: 'QR code of the link' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const address = await page.getByLabel('Link', { exact: true }).last().inputValue()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Files' })).toBeFocused()

  await page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(page.getByText(/^Link · Made/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(bob.page.getByText('From Ada Example')).toBeVisible()
  await expectAccessibleEverywhere(bob.page)
  const visitor = await newPage(browser)
  await visitor.page.goto(address)
  await expect(visitor.page.getByRole('heading', { name: NAME })).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)
  await closeAll(ada, bob, visitor)
})

type Tab = { page: Page; problems: string[] }

async function newPage(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  return { page, problems: watchPage(page) }
}

/** Somebody new with an open vault, in a browser of their own. */
async function personIn(browser: Browser, name: 'ada' | 'bob'): Promise<Tab & Person> {
  const tab = await newPage(browser)
  const firstName = name === 'ada' ? 'Ada' : 'Bob'
  const email = `${name}-${randomBytes(4).toString('hex')}@example.org`
  const person = { email, password: 'a password of mine', firstName }
  await openNewVault(tab.page, proxy.url, person)
  return { ...tab, ...person }
}

async function closeAll(...tabs: Tab[]): Promise<void> {
  await Promise.all(tabs.map(({ page }) => page.context().close()))
}

async function storeFile(page: Page): Promise<void> {
  await chooseFiles(page, path.join(folder, NAME))
  await expect(rowOf(page, NAME)).toBeVisible()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** In the open dialog. */
async function shareWith(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail of a colleague').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Share file' }).click()
}

/** In the open dialog. @returns the address that is shown once. */
async function makeLink(page: Page, wanted: { password?: string; downloads?: string }): Promise<string> {
  await page.getByRole('tab', { name: 'Link' }).click()
  await page.getByLabel('Password (optional)').fill(wanted.password ?? '')
  await page.getByLabel(/Download limit/).fill(wanted.downloads ?? '')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Copy the link now')).toBeVisible()
  return page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
}

/** In the open dialog. */
async function safetyNumber(page: Page, email: string): Promise<string> {
  await page.getByLabel('E-mail of a colleague').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Compare the safety number' }).click()
  const groups = page.getByRole('list', { name: 'Safety number' }).getByRole('listitem')
  await expect(groups).toHaveCount(12)
  return (await groups.allInnerTexts()).join(' ')
}

/** A link whose time ran out a minute ago, made as a client would make it. */
async function expiredLink(page: Page): Promise<string> {
  const session = await page.evaluate(() => sessionStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, prefer: 'return=minimal' }
  const files = await page.request.get(`${server.url}/rest/v1/file_records?select=id`, { headers })
  const [file] = (await files.json()) as { id: string }[]
  const [id, secret] = [randomUUID(), randomBytes(32)]
  const { tokenHash } = await deriveLinkDoor(secret)
  const expires_at = new Date(Date.now() - 60_000).toISOString()
  const row = { id, file_id: file?.id, door_hash: tokenHash, token_hash: tokenHash, handover: 'x', expires_at }
  expect((await page.request.post(`${server.url}/rest/v1/share_links`, { headers, data: row })).status()).toBe(201)
  return `${proxy.url}/s/${id}#${secret.toString('base64url')}`
}

/** Presses `key` until the control has the focus, as a person would. */
async function tabTo(page: Page, role: 'button' | 'menuitem', name: string, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 20; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} cannot be reached with ${key}`)
}

async function downloaded(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return hashOf(fs.readFileSync(await (await started).path()))
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
