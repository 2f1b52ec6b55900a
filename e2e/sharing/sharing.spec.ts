import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { deriveLinkDoor } from '#crypto/index.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { isIn } from '../support/drive/disguises.ts'
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import {
  closeAll,
  downloaded,
  hashOf,
  makeLink,
  newPage,
  personIn,
  rowOf,
  shareAtFirstContact,
  storeFile,
  lookAway,
} from '../support/sharing.ts'

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

test(
  'a file goes to a colleague and to a visitor byte for byte, until its owner stops sharing',
  { tag: '@fast' },
  async ({ browser }) => {
    const [ada, bob, visitor] = [
      await personIn(browser, proxy.url, 'ada'),
      await personIn(browser, proxy.url, 'bob'),
      await newPage(browser),
    ]
    await storeFile(ada.page, path.join(folder, NAME))

    await test.step('Ada shares with Bob and makes a link with a password', async () => {
      await ada.page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()
      await shareAtFirstContact(ada.page, bob.email)
      await expect(ada.page.getByText(`${NAME} sharing status updated`)).toBeVisible()
      await expect(ada.page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
    })
    const address = await makeLink(ada.page, { password: LINK_PASSWORD })
    await ada.page.keyboard.press('Escape')
    await expect(rowOf(ada.page, NAME)).toContainText('Shared with Bob Example; 1 link')
    await expect(rowOf(ada.page, NAME).getByText('BE', { exact: true })).toBeVisible()

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
    await test.step('Ada reads who took it, and Bob who gave it', async () => {
      await ada.page.getByRole('link', { name: 'Activity', exact: true }).click()
      for (const says of [
        `Somebody with a link to ${NAME} opened it`,
        `Bob Example downloaded ${NAME}`,
        `You made a link to ${NAME}`,
        `You shared ${NAME} with Bob Example`,
      ]) {
        await expect(ada.page.getByText(says, { exact: true })).toBeVisible()
      }
      await expect(ada.page.getByText(/own record, not a proof/)).toBeVisible()
      await expectAccessibleEverywhere(ada.page)
      await bob.page
        .getByRole('link', { name: /^Notifications/ })
        .first()
        .click()
      await expect(bob.page.getByText(`Ada Example shared “${NAME}” with you`)).toBeVisible()
      await bob.page.getByRole('link', { name: 'Shared', exact: true }).click()
    })
    // What Chromium says of the refused password is the only complaint.
    expect([...ada.problems, ...bob.problems]).toEqual([])
    expect(visitor.problems.filter((problem) => !problem.includes('404'))).toEqual([])

    await lookAway(bob.page)
    await test.step('Ada sees the download and stops both', async () => {
      await ada.page.getByRole('link', { name: 'Shared', exact: true }).click()
      await expect(ada.page.getByText(/Link with a password.*1 download/)).toBeVisible()
      const said = `Bob Example can no longer open ${NAME}. One link is still open.`
      for (const label of [
        new RegExp(`Stop sharing ${NAME} with Bob`),
        new RegExp(`Stop sharing ${NAME} by the link`),
      ]) {
        await ada.page.getByRole('button', { name: label }).click()
        await expect(ada.page.getByRole('button', { name: label })).toHaveCount(0)
        if (String(label).includes('Bob')) await expect(ada.page.getByText(said)).toBeVisible()
      }
      await expect(ada.page.getByText(`${NAME} sharing status updated`).first()).toBeVisible()
      await expect(ada.page.getByText('File Unshared').first()).toBeVisible()
      await expect(ada.page.getByText('Nothing shared yet')).toBeVisible()
    })
    await test.step('Bob and the visitor are notified', async () => {
      await bob.page.getByRole('button', { name: `Download and decrypt ${NAME}` }).click()
      await expect(bob.page.getByText(/This file is no longer shared with you\. Nothing was saved/)).toBeVisible()
      await expect(bob.page.getByText('Files shared with you will appear here')).toBeVisible()
      await expect(bob.page.getByText(`${NAME} is no longer available to you`)).toBeVisible()
      await visitor.page.reload()
      await expect(visitor.page.getByRole('heading', { name: 'This link was ended' })).toBeVisible()
    })

    // The database replaces files of its own meanwhile.
    const stored = filesBelow(server.dataDir).flatMap((file) => (fs.existsSync(file) ? [fs.readFileSync(file)] : []))
    const secret = new URL(address).hash.slice(1)
    expect(isIn([proxy.sent()], new URL(address).pathname), 'the search finds what was sent').toBe(true)
    for (const [what, canary] of Object.entries({
      secret,
      LINK_PASSWORD,
      NAME,
      key: Buffer.from(secret, 'base64url'),
    })) {
      expect(isIn([proxy.sent()], canary), `${what} on the wire`).toBe(false)
      expect(isIn(stored, canary), `${what} in the data folder`).toBe(false)
      expect(isIn([Buffer.from(server.log())], canary), `${what} in the log`).toBe(false)
    }
    await closeAll(ada, bob, visitor)
  },
)

test('a link that does not open says why', async ({ browser }) => {
  const ada = await personIn(browser, proxy.url, 'ada')
  await storeFile(ada.page, path.join(folder, NAME))
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

  await test.step('its file lies in the trash, and the owner knows what that means for the link', async () => {
    await ada.page.keyboard.press('Escape')
    await ada.page.getByRole('button', { name: `Delete ${NAME}` }).click()
    await expect(ada.page.getByText('1 link can’t open it while it is in the trash.')).toBeVisible()
    await expectRefusal(address, 'File not available')
    await expect(page.getByText('not available at the moment. Ask the person who sent you the link.')).toBeVisible()
    await ada.page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(ada.page, NAME)).toBeVisible()
    await expect(ada.page.getByText('Undone')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
  })

  await expect(page.getByText('Downloads left')).toBeVisible()
  expect(await downloaded(page, 'Download file')).toBe(hashOf(bytes))
  await expect(page.getByText('It was the last download of this link.')).toBeVisible()
  await expect(page.getByRole('definition').last()).toHaveText('0')
  await expectAccessibleEverywhere(page)
  await page.evaluate(() => sessionStorage.clear())
  await expectRefusal(address, 'This link was used up')
  await closeAll(ada, visitor)
})

/** A link whose time ran out a minute ago, made as a client would make it. */
async function expiredLink(page: Page): Promise<string> {
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
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

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
