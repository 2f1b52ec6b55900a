import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import { chooseFiles } from '../support/account/person.ts'
import type { Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { findPython } from '../../scripts/python.mjs'

const python = findPython()

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

test('a Python script alone opens what the app uploaded, with nothing but the recovery words', async ({ page }) => {
  // Where every change is checked, the way out is checked too.
  if (process.env['CI']) expect(python, 'python3 with the package cryptography').toBeTruthy()
  test.skip(!python, 'no python3 with the package cryptography')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-export-'))
  const bytes = randomBytes(600_000)
  const original = path.join(folder, 'Minutes 2026.pdf')
  fs.writeFileSync(original, bytes)
  const person = { email: 'mary@example.org', password: 'a password of mine', firstName: 'Mary' }
  const words = await openPreparedVault(page, server.url, person)
  await chooseFiles(page, original)
  await expect(page.getByRole('row').filter({ hasText: 'Minutes 2026.pdf' })).toBeVisible()

  const { exported, blob } = await exportFile(page)
  fs.writeFileSync(path.join(folder, 'export.json'), JSON.stringify(exported))
  fs.writeFileSync(path.join(folder, 'blob'), blob)
  const result = spawnSync(
    python ?? '',
    [
      'tools/decrypt.py',
      '--export',
      path.join(folder, 'export.json'),
      '--blob',
      path.join(folder, 'blob'),
      '--phrase',
      words.join(' '),
      '--out',
      path.join(folder, 'out'),
    ],
    { cwd: path.resolve(import.meta.dirname, '../..'), encoding: 'utf8' },
  )

  expect(result.stderr).toBe('')
  expect(result.stdout).toContain('Minutes 2026.pdf')
  expect(fs.readFileSync(path.join(folder, 'out')).equals(bytes)).toBe(true)
  fs.rmSync(folder, { recursive: true })
})

/** Reads rows and bytes over the ordinary wire, as anyone with the account could. */
async function exportFile(page: Page): Promise<{ exported: unknown; blob: Buffer }> {
  const stored = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token, user } = JSON.parse(stored) as { access_token: string; user: { id: string } }
  const headers = { authorization: `Bearer ${access_token}` }
  const rows = async (query: string) =>
    (await (await page.request.get(`${server.url}/rest/v1/${query}`, { headers })).json()) as Record<string, string>[]
  const [file] = await rows('file_records?select=*')
  const exported = {
    user_id: user.id,
    account_wraps: await rows('account_wraps?select=kind,wrapped_key'),
    space_keys: await rows('space_keys?select=space_id,epoch,wrapped_key'),
    file,
  }
  const object = `${server.url}/storage/v1/object/authenticated/encrypted-files/${file?.['storage_path']}`
  return { exported, blob: await (await page.request.get(object, { headers })).body() }
}
