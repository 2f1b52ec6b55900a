import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { dialogOf } from '../support/account/person.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { isIn } from '../support/drive/disguises.ts'
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts'
import { chooseToSend, makeRequest } from '../support/requests.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, downloaded, hashOf, newPage, personIn, rowOf, rowOfList, tabTo } from '../support/sharing.ts'
import { unlock } from '../support/transfers.ts'

const TITLE = 'canary-title-2f61'
const SENDER = 'canary-sender-b7e3'
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
  const address = await makeRequest(ada.page, { title: TITLE, note: NOTE, password: PASSWORD, folder: 'Inbox' })
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
    await expect(visitor.page.getByText('2 files, 1 GB in total')).toBeVisible()
  })
  await test.step('two files are sent', async () => {
    // An open vault looks for what arrived every half minute: it is closed until both are there.
    await ada.page.goto('about:blank')
    await visitor.page.getByLabel('Your name').fill(SENDER)
    await chooseToSend(visitor.page, [path.join(folder, NAME), path.join(folder, 'small.txt')])
    await expect(visitor.page.getByText('2 files sent. You can close this page.')).toBeVisible()
    await expect(visitor.page.getByText('0 files, 1,015 MB in total')).toBeVisible()
  })
  await test.step('Ada is notified, finds them in the folder, and the content is the same', async () => {
    await ada.page.goto(`${proxy.url}/dashboard`)
    await unlock(ada.page, ada)
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
    await expect(details.getByText(`${SENDER}, as the sender wrote it`)).toBeVisible()
    await ada.page.keyboard.press('Escape')
  })
  await test.step('the list of requests counts, and ends one', async () => {
    await ada.page.getByRole('link', { name: 'Shared', exact: true }).click()
    const row = rowOfList(ada.page, 'My requests', TITLE)
    await expect(
      row.getByText(/2 of 2 files\s· 9\.00 MB of 1 GB\s· Made .*, until .*\s· with a password/),
    ).toBeVisible()
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
  // Chromium complains of the refused password and of the ended request only.
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
    SENDER,
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
  await expect(visitor.page.getByText('20 files, 1 GB in total')).toBeVisible()
  await expectAccessibleEverywhere(visitor.page)
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const onPhone = await phone.newPage()
  await onPhone.goto(address)
  await expect(onPhone.getByText('Choose files', { exact: true })).toBeVisible()
  await expect(onPhone.getByText('Drop files here')).toHaveCount(0)
  await phone.close()
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

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await dialogOf(page).getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, name)).toBeVisible()
}

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
