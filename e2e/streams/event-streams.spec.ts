import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOfList } from '../support/sharing.ts'

let server: RunningServer
let receiver: http.Server
let status = 204
test.beforeAll(async () => {
  receiver = http.createServer((_request, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1')
  server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
test.afterAll(async () => {
  receiver.close()
  await server.stop()
})

test('who manages security adds a stream, keeps its secret, tests it, and sees what became of it', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await openAdminPage(page, 'Integrations')
  await expect(page.getByText('No event streams')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('an address of a private network is refused', async () => {
    await page.getByRole('button', { name: 'Add stream' }).click()
    await page.getByLabel('Name').fill('Watch')
    await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/hook')
    await expectAccessibleEverywhere(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add stream' }).click()
    await expect(page.getByText('This address leads into a private network.')).toBeVisible()
  })

  await test.step('one that the operator allows is not, and the secret is shown once', async () => {
    const { port } = receiver.address() as AddressInfo
    await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${port}/hook`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add stream' }).click()
    await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'I have stored it' }).click()
  })

  const row = rowOfList(page, 'Event streams', 'Watch')
  await test.step('a test shows what was sent and what was answered', async () => {
    await page.getByRole('button', { name: 'Send test to Watch' }).click()
    await expect(page.getByText('Taken (204)')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What was sent' })).toContainText('event_streams.test')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('events are on their way by themselves', async () => {
    await expect(row).toContainText('Up to date', { timeout: 20_000 })
    await page.getByRole('button', { name: 'More actions for Watch' }).click()
    await page.getByRole('menuitem', { name: 'Delivery log' }).click()
    await expect(page.getByRole('table')).toContainText('Taken')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a bucket takes an access key, and lines of JSON alone', async () => {
    await page.getByRole('button', { name: 'Add stream' }).click()
    await page.getByRole('radio', { name: /^S3 bucket/ }).click()
    await expect(page.getByLabel('Access key, as id:secret')).toBeVisible()
    await expect(page.getByLabel('Format').getByRole('option')).toHaveText(['JSON, as in the export', 'OCSF'])
    await page.getByLabel('Name').fill('Archive')
    await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/logs')
    await page.getByLabel('Access key, as id:secret').fill('id:secret')
    await expectAccessibleEverywhere(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add stream' }).click()
    await expect(page.getByText('This address leads into a private network.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('what fails is said in words', async () => {
    status = 503
    await page.getByRole('button', { name: 'More actions for Watch' }).click()
    await page.getByRole('menuitem', { name: 'Begin again' }).click()
    await page.getByRole('button', { name: 'Begin again' }).click()
    await expect(row).toContainText('It has a fault of its own (503)', { timeout: 20_000 })
    await expectAccessibleEverywhere(page)
  })

  await test.step('an event that the receiver refuses for good is put aside, and sent again by a person', async () => {
    status = 400
    await page.getByRole('button', { name: 'More actions for Watch' }).click()
    await page.getByRole('menuitem', { name: 'Begin again' }).click()
    await page.getByRole('button', { name: 'Begin again' }).click()
    // Halved until one event is left, which is refused three times.
    await row.getByRole('button', { name: /put aside/ }).click({ timeout: 120_000 })
    const refused = page.getByRole('dialog').getByRole('listitem').first()
    await expect(refused).toContainText('It does not take the events (400)')
    await expectAccessibleEverywhere(page)
    await refused.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The receiver refused the event again')).toBeVisible()
    status = 204
    await refused.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Event sent')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).first().click()
  })

  await page.getByRole('button', { name: 'More actions for Watch' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete stream' }).click()
  await expect(page.getByText('No event streams')).toBeVisible()
  await closeAll(ada)
})
