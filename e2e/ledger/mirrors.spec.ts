import { expect, test } from '@playwright/test'
import { type OwnMirror, startOwnMirror } from '../../test/support/own-mirror.ts'
import { expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { expectSignatures } from '../support/signed-checkpoint.ts'

const owner: Person = { email: 'mira@example.org', password: 'a password of mine', firstName: 'Mira' }

let server: RunningServer
let own: OwnMirror
test.beforeAll(async () => {
  own = await startOwnMirror()
  server = await startServer({ LEDGER_MIRRORS: `${own.line}\nquorum M` })
  const policy = (): Promise<Response> => fetch(`${server.url}/audit/v1/policy`)
  await expect.poll(async () => (await policy()).status).toBe(200)
  await own.watch(await (await policy()).text())
  await expectSignatures(server.url, 3)
})
test.afterAll(async () => {
  own.stop()
  await server.stop()
})

test('a person reads who keeps the entries of the ledger as well', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/proof`)
  await expect(page.getByText('1 of 1 independent witness signed it.')).toBeVisible()
  await openPreparedVault(page, server.url, owner)
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(/M, on .*: keeps the entries as well/)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('keeps the entries as well')).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(problems).toEqual([])
})
