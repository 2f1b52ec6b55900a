import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../support/shared-stage.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import {
  closeAll,
  newPage,
  personIn,
  personWithoutPage,
  rowOf,
  shareAtFirstContact,
  storeFile,
} from '../support/sharing.ts'

const NAME = 'given.pdf'
const NOT_SIGNED = { status: 409, json: { code: 'not_signed_yet', message: 'The log was not signed yet' } }

let folder: string
test.beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-given-'))
  fs.writeFileSync(path.join(folder, NAME), randomBytes(1000))
})
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a file is given to nobody before the public log lists their keys: sharing says why not, and waits', async ({
  browser,
  sharedStage,
}) => {
  const ada = await personIn(browser, sharedStage.url, 'ada')
  const bob = await personWithoutPage(sharedStage.url, 'bob')
  const { page } = ada
  await storeFile(page, path.join(folder, NAME))
  await page.getByRole('button', { name: `Share ${NAME}`, exact: true }).click()

  const keys = '**/audit/v1/keys'
  await page.context().route(keys, (route) => route.abort())
  await shareAtFirstContact(page, bob.email)
  await expect(page.getByText(/The public log could not be reached/)).toBeVisible()
  await expect(page.getByText(/Nothing was shared, stored or changed/)).toBeVisible()
  await page.context().unroute(keys)

  const checkpoint = '**/audit/v1/logs/anchor/checkpoint'
  await page.context().route(checkpoint, (route) => route.fulfill(NOT_SIGNED))
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByText('Waiting until the public log lists what is new')).toBeVisible()
  await page.context().unroute(checkpoint)
  await expect(page.getByRole('button', { name: /Stop sharing with Bob/ })).toBeVisible()
  await expect(page.getByText('Waiting until the public log lists what is new')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, NAME)).toContainText('Shared with Bob Example')
  await closeAll(ada)
})

test('a public log that is not as it was is accepted on the Security page, by a person who asked', async ({
  browser,
  sharedStage,
}) => {
  const ada = await newPage(browser)
  const { page } = ada
  const checkpoint = '**/audit/v1/logs/anchor/checkpoint'
  await page.context().route(checkpoint, (route) => route.fulfill({ body: 'example.org/x\n1\nAAAA\n\n— x AAAA\n' }))
  const email = `ada-${randomBytes(4).toString('hex')}@example.org`
  await openPreparedVault(page, sharedStage.url, { email, password: 'a password of mine', firstName: 'Ada' })
  await page.getByRole('link', { name: 'Security', exact: true }).first().click()
  const accept = page.getByRole('button', { name: 'I asked, continue with what the server shows' })
  await expect(accept).toBeVisible()
  await expect(page.getByText(/The ledger is not signed as it has to be/).first()).toBeVisible()
  await page.context().unroute(checkpoint)
  await accept.click()
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(page.getByText('The public log lists these keys in your name, and never listed others.')).toBeVisible()
  await expect(accept).toHaveCount(0)
  await closeAll(ada)
})
