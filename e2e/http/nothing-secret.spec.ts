import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { isIn } from '../support/drive/disguises.ts'
import { type Person, chooseFiles, openNewVault } from '../support/account/person.ts'
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const MEBIBYTE = 1024 * 1024
const person: Person = { email: 'grace@example.org', password: 'canary-password-7f3a9d', firstName: 'Grace' }
const NAME = 'canary-name-c44e.txt'
const PLAINTEXT = 'canary-plaintext-9b21'

let proxy: RecordingProxy
let server: RunningServer

test.beforeAll(async () => {
  proxy = await startRecordingProxy()
  server = await startServer({ PUBLIC_URL: proxy.url })
  proxy.forwardTo(Number(new URL(server.url).port))
})
test.afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

test(
  'nothing secret is on the wire, in the database, in the blobs, in the log or in the mail',
  { tag: '@fast' },
  async ({ page }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-canary-'))
    const small = path.join(folder, NAME)
    fs.writeFileSync(small, `x ${PLAINTEXT} y`)
    // In parts, by the resumable path.
    const large = path.join(folder, `large ${NAME}`)
    fs.writeFileSync(large, Buffer.concat([randomBytes(20 * MEBIBYTE), Buffer.from(PLAINTEXT)]))

    const words = await openNewVault(page, proxy.url, person)
    await chooseFiles(page, [small, large])
    for (const name of [NAME, `large ${NAME}`]) {
      await expect(page.getByRole('button', { name: `Download and decrypt ${name}`, exact: true })).toBeVisible({
        timeout: 30_000,
      })
    }
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download and decrypt ${NAME}`, exact: true }).click()
    expect(fs.readFileSync(await (await started).path(), 'utf8')).toContain(PLAINTEXT)
    // Names pass through a rename too.
    await page.getByRole('button', { name: `More actions for ${NAME}`, exact: true }).click()
    await page.getByRole('menuitem', { name: /Rename/ }).click()
    await page.getByLabel('New name').fill(`renamed ${NAME}`)
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(page.getByText(`renamed ${NAME}`).first()).toBeVisible()

    const mails = await (await page.request.get(`${server.url}/dev/mailbox.json`)).text()
    const blobs = filesBelow(path.join(server.dataDir, 'storage/blobs')).map((file) => fs.readFileSync(file))
    const stored = filesBelow(server.dataDir).map((file) => fs.readFileSync(file))
    const places = { wire: [proxy.sent()], stored, log: [Buffer.from(server.log())], mail: [Buffer.from(mails)] }

    // The search finds what is there: bodies sent by workers, rows of the database, mails.
    expect(blobs.filter(({ length }) => length > MEBIBYTE)).toHaveLength(1)
    expect(blobs).toHaveLength(2)
    for (const blob of blobs) expect(places.wire[0]?.includes(blob.subarray(-10_000)), 'worker bodies').toBe(true)
    for (const place of [places.wire, places.stored, places.mail]) expect(isIn(place, person.email)).toBe(true)
    expect(
      isIn(
        places.stored,
        createHash('sha256')
          .update(blobs[0] ?? '')
          .digest(),
      ),
      'rows',
    ).toBe(true)

    const entropy = Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
    const secrets = { password: person.password, plaintext: PLAINTEXT, name: NAME, phrase: words.join(' '), entropy }
    for (const [secret, value] of Object.entries(secrets)) {
      for (const [place, contents] of Object.entries(places)) {
        expect(isIn(contents, value), `${secret} in ${place}`).toBe(false)
      }
    }
    fs.rmSync(folder, { recursive: true })
  },
)

test('the search knows a secret in every usual disguise', () => {
  const secret = 'canary ÿ 1'
  for (const lead of ['', 'x', 'xy']) {
    const bytes = Buffer.from(`${lead}${secret}tail`)
    for (const disguised of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex'), bytes]) {
      expect(isIn([Buffer.from(disguised)], secret)).toBe(true)
    }
  }
  for (const disguised of [
    Buffer.from(secret, 'utf16le'),
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString('hex').toUpperCase(),
  ]) {
    expect(isIn([Buffer.from(disguised)], secret)).toBe(true)
  }
  expect(isIn([Buffer.from('canary')], secret)).toBe(false)
})

function filesBelow(directory: string): string[] {
  return fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
