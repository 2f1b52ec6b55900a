import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Line, startLine } from '../../test/support/line.ts'
import { chooseFiles } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { MEBIBYTE, expectSameContent, makeFile, newPerson, rowOf, transferOf } from '../support/transfers.ts'

/** Three parts, all of them on their way at once. */
const FILE_BYTES = 23 * MEBIBYTE
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-slow-'))

let server: RunningServer
let line: Line
let url: string
test.beforeAll(async () => {
  line = await startLine()
  url = `http://localhost:${line.port}`
  server = await startServer({ PUBLIC_URL: url })
  line.forwardTo(Number(new URL(server.url).port))
})
test.afterAll(async () => {
  await line.stop()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('on a slow line an upload shows how far it is before a part has arrived', async ({ page }) => {
  const file = makeFile(folder, 'Slow.bin', FILE_BYTES)
  await newPerson(page, url)
  const lift = line.stallAfter(5 * MEBIBYTE)
  await chooseFiles(page, file)

  const progress = transferOf(page, 'Slow.bin').getByRole('progressbar')
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
  expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(100)

  lift()
  await expect(rowOf(page, 'Slow.bin')).toBeVisible({ timeout: 60_000 })
  await expectSameContent(page, file)
})
