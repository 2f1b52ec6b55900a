import { type Route, expect, test } from '@playwright/test'
import { type OwnWitness, startOwnWitness } from '../../test/support/own-witness.ts'
import { expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { expectSignatures } from '../support/signed-checkpoint.ts'

const owner: Person = { email: 'lena@example.org', password: 'a password of mine', firstName: 'Lena' }

let server: RunningServer
let own: OwnWitness
test.beforeAll(async () => {
  own = await startOwnWitness()
  server = await startServer({ LEDGER_WITNESSES: own.setting })
  const policy = (): Promise<Response> => fetch(`${server.url}/audit/v1/policy`)
  await expect.poll(async () => (await policy()).status).toBe(200)
  own.watch(await (await policy()).text())
  await expectSignatures(server.url, 3)
})
test.afterAll(async () => {
  own.stop()
  await server.stop()
})

test('a person reads who else signed the ledger, and that too few did where the server shows them another one', async ({
  page,
  context,
}) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/proof`)
  await expect(page.getByText('1 of 1 independent witness signed it.')).toBeVisible()
  await openPreparedVault(page, server.url, owner)
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await expect(page.getByText('Signed by 1 of 1 independent witness.')).toBeVisible()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(/W, on /)
  await page.keyboard.press('Escape')

  // Pending entries would make the page look again every few seconds.
  await expect(page.getByText('Verified, entry').first()).toBeAttached()
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0)
  // A check that is under way when the page is left has read what the server showed before.
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  }
  await context.route('**/audit/v1/policy', hold, { times: 1 })
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  await asked.promise
  // As the log signed it, which the operator alone can do, and with no witness named any more.
  await context.route('**/audit/v1/logs/*/checkpoint', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/^— witness\.example.*\n/m, '') })
  })
  await context.route('**/audit/v1/policy', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: `${(await answer.text()).replace(/^(?!log ).*\n/gm, '')}quorum none\n`,
    })
  })
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('tab', { name: 'Audit Logs' }).click()
  answered.resolve()
  const alarm = page.getByText('Too few independent witnesses have signed this ledger in the last day')
  // The whole check of the log comes before it.
  await expect(alarm).toBeVisible({ timeout: 60_000 })
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(alarm).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  // The public page knows what this browser saw.
  const proof = await context.newPage()
  await proof.goto(`${server.url}/proof`)
  await expect(proof.getByText('Too few independent witnesses have signed it')).toBeVisible()
  await page.bringToFront()

  await page.getByRole('button', { name: 'I asked, expect the new witnesses…' }).click()
  await page.getByRole('button', { name: 'Expect the new ones' }).click()
  await expect(page.getByText('Not independently witnessed.')).toBeVisible()
  // So does the public page, which nobody can decide on.
  await proof.getByRole('button', { name: 'Run it again' }).click()
  await expect(proof.getByText('Nobody besides this server vouches for it.')).toBeVisible()
  expect(problems).toEqual([])
})
