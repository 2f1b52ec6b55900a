import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { asDeliveryKey } from '#crypto/index.ts'
import { VaultApi } from '#vault/session/api.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { readLinkSecret } from '#vault/sharing/visit-link.ts'
import { openRequest } from '#vault/requests/visit-request.ts'
import { dialogOf } from '../support/person.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { isIn } from '../support/disguises.ts'
import { startGate } from '../support/gate.ts'
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import {
  type Tab,
  closeAll,
  downloaded,
  hashOf,
  newPage,
  personIn,
  rowOf,
  rowOfList,
  tabTo,
} from '../support/sharing.ts'

const TITLE = 'canary-title-2f61'
const NOTE = 'canary-note-88d0 please'
const NAME = 'canary-contract-19ce.pdf'
const PASSWORD = 'canary-request-password-77aa'
const bytes = randomBytes(9 * 1024 * 1024)

let proxy: RecordingProxy
let server: RunningServer
let folder: string
test.beforeAll(async () => {
  proxy = await startRecordingProxy()
  server = await startServer({ PUBLIC_URL: proxy.url })
  proxy.forwardTo(Number(new URL(server.url).port))
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-requests-'))
  fs.writeFileSync(path.join(folder, NAME), bytes)
  fs.writeFileSync(path.join(folder, 'small.txt'), 'small')
})
test.afterAll(async () => {
  await proxy.stop()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('somebody without an account sends files, and they arrive in the vault byte for byte', async ({ browser }) => {
  const [ada, visitor] = [await personIn(browser, proxy.url, 'ada'), await newPage(browser)]
  await makeFolder(ada.page, 'Inbox')
  const address = await makeRequest(ada.page, { password: PASSWORD, folder: 'Inbox' })
  await ada.page.getByRole('button', { name: 'Done' }).click()

  await test.step('the sender needs the password, and sees who asks', async () => {
    await visitor.page.goto(address)
    await visitor.page.getByLabel('Password', { exact: true }).fill('not the password')
    await visitor.page.getByRole('button', { name: 'Open request' }).click()
    await expect(visitor.page.getByText('This is not the password of this request.')).toBeVisible()
    await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.page.getByRole('button', { name: 'Open request' }).click()
    await expect(visitor.page.getByRole('heading', { name: TITLE })).toBeVisible()
    await expect(visitor.page.getByText(NOTE)).toBeVisible()
    await expect(visitor.page.getByText(`Ada · ${ada.email}`)).toBeVisible()
    await expect(visitor.page.getByText('2 files, 1,000 MB together')).toBeVisible()
  })
  await test.step('two files are sent', async () => {
    // An open vault looks for what arrived every half minute: it is closed until both are there.
    await ada.page.goto('about:blank')
    await choose(visitor.page, NAME, 'small.txt')
    await expect(visitor.page.getByText('2 files sent. You can close this page.')).toBeVisible()
    await expect(visitor.page.getByText('0 files, 991.00 MB together')).toBeVisible()
  })
  await test.step('Ada is notified, finds them in the folder, and the content is the same', async () => {
    await ada.page.goto(`${proxy.url}/dashboard`)
    await unlock(ada.page, ada.password)
    await expect(ada.page.getByText('2 files received')).toBeVisible()
    await expect(ada.page.getByText(`They came through your request “${TITLE}”`)).toBeVisible()
    await ada.page.getByRole('row', { name: /Inbox/ }).dblclick()
    await expect(rowOf(ada.page, NAME)).toBeVisible()
    await expect(rowOf(ada.page, 'small.txt')).toBeVisible()
    await expect(rowOf(ada.page, NAME).getByTitle(`Came through your request “${TITLE}”`)).toContainText('Received')
    expect(await downloaded(ada.page, `Download and decrypt ${NAME}`)).toBe(hashOf(bytes))
  })
  await test.step('the details say where it came from, and that the sender is not verified', async () => {
    await rowOf(ada.page, NAME).click()
    await ada.page.keyboard.press('i')
    const details = ada.page.getByRole('complementary', { name: `Details of ${NAME}` })
    await expect(details.getByText('Who sent it is not verified')).toBeVisible()
    await expect(details.getByText(`Your request ${TITLE}`)).toBeVisible()
    await ada.page.keyboard.press('Escape')
  })
  await test.step('the list of requests counts, and ends one', async () => {
    await ada.page.getByRole('link', { name: 'Shared', exact: true }).click()
    const row = rowOfList(ada.page, 'My requests', TITLE)
    await expect(row.getByText(/2 of 2 files · 9\.00 MB of 1000\.00 MB · until .* · with a password/)).toBeVisible()
    await expect(row.getByText('Full')).toBeVisible()
    await row.getByRole('button', { name: /Show the link/ }).click()
    await expect(ada.page.getByRole('textbox', { name: 'Link' })).toHaveValue(address)
    await ada.page.getByRole('button', { name: 'Done' }).click()
    await row.getByRole('button', { name: /End the request/ }).click()
    await ada.page.getByRole('button', { name: 'End request' }).click()
    await expect(ada.page.getByText('No requests yet')).toBeVisible()
    await visitor.page.reload()
    await expect(visitor.page.getByRole('heading', { name: 'This request was ended' })).toBeVisible()
  })
  expect(ada.problems).toEqual([])
  // What Chromium says of the refused password and of the ended request is the only complaint.
  expect(visitor.problems.filter((problem) => !/40[04]|410/.test(problem))).toEqual([])

  const stored = filesBelow(server.dataDir).map((file) => fs.readFileSync(file))
  const secret = new URL(address).hash.slice(1)
  expect(isIn([proxy.sent()], new URL(address).pathname), 'the search finds what was sent').toBe(true)
  const canaries = {
    secret,
    PASSWORD,
    NAME,
    TITLE,
    NOTE,
    key: Buffer.from(secret, 'base64url'),
    bytes: bytes.subarray(0, 32),
  }
  for (const [what, canary] of Object.entries(canaries)) {
    expect(isIn([proxy.sent()], canary), `${what} on the wire`).toBe(false)
    expect(isIn(stored, canary), `${what} in the data folder`).toBe(false)
    expect(isIn([Buffer.from(server.log())], canary), `${what} in the log`).toBe(false)
  }
  await closeAll(ada, visitor)
})

test('what does not fit is refused in a sentence, and what was cancelled makes room', async ({ browser }) => {
  const [ada, visitor] = [await personIn(browser, proxy.url, 'ada'), await newPage(browser)]
  const address = await makeRequest(ada.page, { megabytes: '1' })
  await visitor.page.goto(address)
  await choose(visitor.page, NAME)
  await expect(visitor.page.getByText(/larger than what the request still takes/)).toBeVisible()
  await visitor.page.getByRole('button', { name: `Remove ${NAME} from the list` }).click()
  await choose(visitor.page, 'small.txt')
  await expect(visitor.page.getByText('1 file sent. You can close this page.')).toBeVisible()
  await choose(visitor.page, 'small.txt')
  await expect(visitor.page.getByText('2 files sent. You can close this page.')).toBeVisible()
  await expect(visitor.page.getByText(/takes no more files/)).toBeVisible()

  await test.step('two files of one name are both kept', async () => {
    await ada.page.getByRole('button', { name: 'Done' }).click()
    await ada.page.reload()
    await unlock(ada.page, ada.password)
    await expect(rowOf(ada.page, 'small (2).txt')).toBeVisible()
  })
  await closeAll(ada, visitor)
})

test('a request is made, followed and ended with the keyboard alone', async ({ browser }) => {
  const [ada, visitor] = [await personIn(browser, proxy.url, 'ada'), await newPage(browser)]
  const { page } = ada
  await page.getByRole('link', { name: 'Shared', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Request files' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('What you ask for')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await test.step('what few people change stands behind the options, with what holds without them', async () => {
    await expect(page.getByLabel('Ends after (days)')).toBeVisible()
    for (const label of ['Number of files', 'Password (optional)', 'Your name']) {
      await expect(page.getByLabel(label)).toHaveCount(0)
    }
    await expect(dialogOf(page)).toContainText(`The sender sees who asks: Ada · ${ada.email}.`)
  })
  await page.keyboard.type(TITLE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('It holds the secret')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const address = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Request files' })).toBeFocused()

  await visitor.page.goto(address)
  await expect(visitor.page.getByRole('heading', { name: TITLE })).toBeVisible()
  await expect(visitor.page.getByText(`Ada · ${ada.email}`)).toBeVisible()
  await expect(visitor.page.getByText('20 files, 1,000 MB together')).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)
  const chooser = visitor.page.waitForEvent('filechooser')
  await tabTo(visitor.page, 'button', 'Send files: Drop files here, or click to choose. Choose files to send')
  await visitor.page.keyboard.press('Enter')
  await (await chooser).setFiles(path.join(folder, 'small.txt'))
  await expect(visitor.page.getByText('1 file sent. You can close this page.')).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)

  await tabTo(page, 'button', `End the request ${TITLE}`)
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await tabTo(page, 'button', 'End request')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No requests yet')).toBeVisible()

  await visitor.page.goto('about:blank')
  await visitor.page.goto(address.split('#')[0] ?? '')
  await expect(visitor.page.getByRole('heading', { name: 'Part of this link is missing' })).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)
  await closeAll(ada, visitor)
})

test('what was not sent with the address is shown as damaged, never becomes a file, and can be deleted', async ({
  browser,
}) => {
  const ada = await personIn(browser, proxy.url, 'ada')
  const { page } = ada
  const address = await makeRequest(page, {})
  await page.getByRole('button', { name: 'Done' }).click()
  await plant(address)
  await page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Shared', exact: true })).toBeVisible()
  await page.reload()
  await unlock(page, ada.password)

  const row = rowOfList(page, 'My requests', 'A file that did not pass its check')
  await expect(row.getByText('Damaged', { exact: true })).toBeVisible()
  await expect(row.getByText(`For ${TITLE} · 7 Bytes`)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await row.getByRole('button', { name: /Delete the damaged file/ }).click()
  await expect(page.getByText('Damaged file deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'My Files', exact: true }).click()
  await expect(page.getByText('No files found')).toBeVisible()
  await closeAll(ada)
})

test('what breaks off is tried again, and what is cancelled leaves nothing on the server', async ({ browser }) => {
  const gate = await startGate()
  gate.forwardTo(server.url)
  const [ada, visitor] = [await personIn(browser, proxy.url, 'ada'), await newPage(browser)]
  const address = (await makeRequest(ada.page, {})).replace(proxy.url, gate.url)
  const { page } = visitor
  await page.goto(address)
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()

  await test.step('a cancelled file gives its place back', async () => {
    const release = gate.holdRequests(({ method }) => method === 'PATCH')
    await choose(page, NAME)
    await expect(page.getByRole('progressbar', { name: `Progress of ${NAME}` })).toBeVisible()
    await page.getByRole('button', { name: `Cancel ${NAME}` }).click()
    await expect(page.getByText('2 files, 1,000 MB together')).toBeVisible()
    release()
    await expect
      .poll(() => gate.passed.some(({ method, path: at }) => method === 'DELETE' && at.includes('/deliveries/')))
      .toBe(true)
  })
  await test.step('both places are there for two other files, also over a line that breaks', async () => {
    gate.cut()
    await choose(page, 'small.txt', NAME)
    await expect(page.getByText(/Encrypting and sending, 0 Bytes of/)).toBeVisible()
    gate.mend()
    await expect(page.getByText('2 files sent. You can close this page.')).toBeVisible({ timeout: 30_000 })
  })
  await closeAll(ada, visitor)
  await gate.stop()
})

/** A delivery of somebody with the ticket but another delivery key: what a server could make that has no address. */
async function plant(address: string): Promise<void> {
  const { pathname, hash } = new URL(address)
  const { publishable_key: publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as {
    publishable_key: string
  }
  const api = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => undefined })
  const followed = { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
  const request = { ...(await openRequest(api, followed, null)), deliveryKey: asDeliveryKey(randomBytes(32)) }
  const source = new Blob(['planted'])
  const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined }
  const plan = planDelivery({ name: 'planted.txt', type: 'text/plain', source })
  await deliverFile(api, request, { plan, source, now: new Date(), signal: new AbortController().signal, report })
}

type Wanted = { password?: string; folder?: string; megabytes?: string }

/** From the page of files. @returns the address that is shown. */
async function makeRequest(page: Page, { password = '', folder: into, megabytes }: Wanted): Promise<string> {
  await page.getByRole('button', { name: 'Request files' }).click()
  await page.getByLabel('What you ask for').fill(TITLE)
  await page.getByLabel(/Note for the sender/).fill(NOTE)
  if (into) await page.getByLabel('Files go to').selectOption({ label: into })
  await page.getByRole('button', { name: 'Options' }).click()
  await expect(page.getByLabel('Number of files')).toBeFocused()
  await page.getByLabel('Number of files').fill('2')
  if (megabytes) await page.getByLabel('Total size (MB)').fill(megabytes)
  await page.getByLabel('Password (optional)').fill(password)
  await page.getByRole('button', { name: 'Create request' }).click()
  await expect(page.getByText('It holds the secret')).toBeVisible()
  return page.getByRole('textbox', { name: 'Link' }).inputValue()
}

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await dialogOf(page).getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, name)).toBeVisible()
}

async function choose(page: Page, ...names: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files to send' }).click()
  await (await chooser).setFiles(names.map((name) => path.join(folder, name)))
}

async function unlock(page: Tab['page'], password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
