import { randomBytes } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { asDeliveryKey } from '#crypto/index.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { openRequest } from '#vault/requests/visit-request.ts'
import { VaultApi } from '#vault/session/api.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import type { Person } from '../support/account/person.ts'
import { chooseToSend, makeRequest } from '../support/requests.ts'
import { test } from '../support/shared-stage.ts'
import { closeAll, newPage, personIn, rowOf, rowOfList } from '../support/sharing.ts'
import { MEBIBYTE, type Stage, makeFile, unlock } from '../support/transfers.ts'

const TITLE = 'Signed contract'
const NAME = 'contract.pdf'

let stage: Stage
let large: string
let small: string
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
  large = makeFile(stage.folder, NAME, 9 * MEBIBYTE)
  small = makeFile(stage.folder, 'small.txt', 5)
})

test('what goes wrong with a request is said, is tried again, and leaves nothing behind', async ({ browser }) => {
  const [ada, visitor] = [await personIn(browser, stage.url, 'ada'), await newPage(browser)]
  await test.step('what was not sent with the address is damaged, never becomes a file, and can be deleted', () =>
    damaged(ada))
  await test.step('what does not fit is refused in a sentence, and what was cancelled makes room', () =>
    doesNotFit(ada, visitor.page))
  await test.step('what breaks off is tried again, and what is cancelled leaves nothing on the server', () =>
    breaksOff(ada.page, visitor.page))
  await closeAll(ada, visitor)
})

type Owner = Person & { page: Page }

async function damaged({ page, password }: Owner): Promise<void> {
  const address = await makeRequest(page, { title: TITLE })
  await page.getByRole('button', { name: 'Done' }).click()
  await plant(address)
  await page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Shared', exact: true })).toBeVisible()
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()

  const row = rowOfList(page, 'My requests', 'A file that did not pass its check')
  // Opened again by the password, which takes its time on a busy machine.
  await expect(row).toBeVisible({ timeout: 60_000 })
  await expect(row.getByText('Damaged', { exact: true })).toBeVisible()
  await expect(row.getByText(`For ${TITLE} · 7 Bytes`)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await row.getByRole('button', { name: /Delete the damaged file/ }).click()
  await expect(page.getByText('Damaged file deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'My Files', exact: true }).click()
  await expect(page.getByText('No files found')).toBeVisible()
}

async function doesNotFit(ada: Owner, page: Page): Promise<void> {
  const address = await makeRequest(ada.page, { title: TITLE, megabytes: '1' })
  await page.goto(address)
  await chooseToSend(page, [large])
  await expect(page.getByText(/larger than what the request still takes/)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${NAME} from the list` }).click()
  await chooseToSend(page, [small])
  await expect(page.getByText('1 file sent. You can close this page.')).toBeVisible()
  await chooseToSend(page, [small])
  await expect(page.getByText('2 files sent. You can close this page.')).toBeVisible()
  await expect(page.getByText(/takes no more files/)).toBeVisible()

  await test.step('two files of one name are both kept', async () => {
    await ada.page.getByRole('button', { name: 'Done' }).click()
    await ada.page.reload()
    await unlock(ada.page, ada)
    await expect(rowOf(ada.page, 'small (2).txt')).toBeVisible()
  })
}

async function breaksOff(owner: Page, page: Page): Promise<void> {
  const { gate } = stage
  const address = await makeRequest(owner, { title: TITLE })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()

  await test.step('a cancelled file gives its place back', async () => {
    const release = gate.holdRequests(({ method }) => method === 'PATCH')
    // Others were given up before, in this stage.
    const before = gate.passed.length
    await chooseToSend(page, [large])
    await expect(page.getByRole('progressbar', { name: `Progress of ${NAME}` })).toBeVisible()
    await page.getByRole('button', { name: `Cancel ${NAME}` }).click()
    await expect(page.getByText('2 files, 1 GB in total')).toBeVisible()
    release()
    await expect
      .poll(() =>
        gate.passed.slice(before).some(({ method, path: at }) => method === 'DELETE' && at.includes('/deliveries/')),
      )
      .toBe(true)
  })
  await test.step('both places are there for two other files, also over a line that breaks', async () => {
    gate.cut()
    await chooseToSend(page, [small, large])
    await expect(page.getByText(/Encrypting and sending, 0 Bytes of/)).toBeVisible()
    gate.mend()
    // The next try may be eight seconds away, and another eight after it.
    await expect(page.getByText('2 files sent. You can close this page.')).toBeVisible({ timeout: 120_000 })
  })
}

/** A delivery of somebody with the ticket but another delivery key: what a server could make that has no address. */
async function plant(address: string): Promise<void> {
  const { pathname, hash } = new URL(address)
  const { publishable_key: publishableKey } = (await (await fetch(`${stage.url}/config.json`)).json()) as {
    publishable_key: string
  }
  const api = new VaultApi({ baseUrl: stage.url, publishableKey, accessToken: async () => undefined })
  const followed = { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
  const request = { ...(await openRequest(api, followed, null)), deliveryKey: asDeliveryKey(randomBytes(32)) }
  const source = new Blob(['planted'])
  const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined }
  const plan = planDelivery({ name: 'planted.txt', type: 'text/plain', source })
  await deliverFile(api, request, { plan, source, now: new Date(), signal: new AbortController().signal, report })
}
