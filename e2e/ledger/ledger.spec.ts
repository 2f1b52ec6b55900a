import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import { unzipSync, zipSync } from 'fflate'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { parseTlogProof } from '#ledger/log/tlog-proof.ts'
import { expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const owner: Person = { email: 'lena@example.org', password: 'a password of mine', firstName: 'Lena' }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('the browser checks each event against the ledger, keeps a proof, and knows the ledger again', async ({
  page,
}) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, owner)
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  const table = page.getByRole('table', { name: 'Security Audit Logs' })
  // Pending at most until the next checkpoint.
  await expect(table.locator('tbody tr').first()).toContainText(/#\d+/)
  await expect(table).not.toContainText('Pending')
  await expect(page.getByText(/^Ledger of \d+ entr/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Not independently witnessed')
  await expect(page.getByRole('dialog')).toContainText(/[\d,]+ ms for the log and \d+ events/)
  await expect(page.getByRole('dialog')).toContainText(/\/audit\/t\/[0-9a-f-]{36}/)
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')

  await table
    .getByRole('button', { name: /^View / })
    .last()
    .click()
  const path = page.getByRole('list', { name: 'Path from the root to the entry' })
  await expect(path.getByRole('listitem').first()).toContainText('Signed root of')
  await expect(path.getByRole('listitem').last()).toContainText(/Entry \d+/)
  await expectAccessibleEverywhere(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download proof' }).click()
  const proof = fs.readFileSync(await (await download).path(), 'utf8')
  expect(parseTlogProof(proof).checkpoint).toContain('/audit/t/')
  await page.keyboard.press('Escape')

  const bundle = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Evidence', exact: true }).click()
  const archive = await bundle
  expect(archive.suggestedFilename()).toMatch(/^evidence-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText('Evidence saved')).toBeVisible()
  const parts = new Map(Object.entries(unzipSync(fs.readFileSync(await archive.path()))))
  const { facts, events } = await verifyEvidence(parts)
  expect(facts.slice(0, 3).map(({ state }) => state)).toEqual(['holds', 'holds', 'holds'])
  expect(facts.every(({ state }) => state !== 'fails')).toBe(true)
  expect(events.length).toBeGreaterThan(0)
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['README.txt', 'verify-evidence.mjs']))
  await expectPageChecks(page.context(), {
    parts,
    archive: fs.readFileSync(await archive.path()),
    events: events.length,
  })

  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  // Every event is checked again, beside whatever else the machine does.
  const known = page.getByText(/since this browser saw it on|everything that this browser saw on/)
  await expect(known).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
  const mark = page
    .getByRole('listitem')
    .getByRole('button', { name: /^Verified, entry/ })
    .first()
  await mark.press('Enter')
  await expect(path.getByRole('listitem').first()).toContainText('Signed root of')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(mark).toBeFocused()
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(table.locator('tbody tr').first()).toContainText(/#\d+/)
  expect(await sidewaysScroll(page)).toBe(0)
  await table
    .getByRole('button', { name: /^View / })
    .last()
    .click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Download proof' }).scrollIntoViewIfNeeded()
  expect(problems).toEqual([])
})

type Saved = { parts: ReadonlyMap<string, Uint8Array>; archive: Buffer; events: number }

/** The page in the bundle, from a file, as somebody without a network opens it. */
async function expectPageChecks(context: BrowserContext, { parts, archive, events }: Saved): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'evidence-'))
  fs.writeFileSync(path.join(folder, 'verify.html'), parts.get('verify.html') ?? '')
  const page = await context.newPage()
  const problems = watchPage(page)
  await page.goto(`file://${folder}/verify.html`)
  const check = (bytes: Buffer) =>
    page.getByLabel('The archive').setInputFiles({ name: 'evidence.zip', mimeType: 'application/zip', buffer: bytes })

  await check(archive)
  // Not every Chromium knows ML-DSA-44.
  await expect(page.getByText(/^The parts belong together\.|^Nothing failed, but this browser/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Event #/ })).toHaveCount(events)
  await expect(page.getByText('ok: each event is an entry of its log')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const own = { name: 'policy.txt', mimeType: 'text/plain', buffer: Buffer.from(parts.get('policy.txt') ?? '') }
  await page.getByLabel('A policy from somebody else').setInputFiles(own)
  await expect(page.getByText(/^This evidence holds\.|^Nothing failed, but this browser/)).toBeVisible()
  // Packed again, compressed.
  await check(Buffer.from(zipSync(Object.fromEntries(parts))))
  await expect(page.getByText('ok: each event is an entry of its log')).toBeVisible()
  await check(archive.subarray(0, archive.length - 40))
  await expect(page.getByText('it is no ZIP archive, or not a whole one')).toBeVisible()
  const altered = Buffer.from(archive)
  altered.write('"rl":"tow"', altered.indexOf('"rl":"low"'))
  await check(altered)
  await expect(page.getByText(/\.entry\.json was changed/)).toBeVisible()
  const answer = await page.evaluate(() => fetch('https://example.org/').then(String, () => 'refused'))
  expect(answer).toBe('refused')
  expect(problems.filter((text) => !text.includes('example.org'))).toEqual([])
  await page.close()
  fs.rmSync(folder, { recursive: true })
}
