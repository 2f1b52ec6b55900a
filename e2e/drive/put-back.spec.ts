import { expect } from '@playwright/test'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { changeKeyring } from '#vault/session/keyring-store.ts'
import { openVault, unwrapMasterKey } from '#vault/session/open-vault.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, chooseFiles, dialogOf, signIn, watchPage } from '../support/account/person.ts'
import { prepareVault } from '../support/account/prepared-person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a name and a manifest that somebody wrote over are put back from the trash page, and a name from the menu', async ({
  page,
}) => {
  const problems = watchPage(page)
  const { gate, folder } = stage
  const person = await newPerson(page, gate.url)
  await chooseFiles(page, [makeFile(folder, 'Plan.txt', 4000), makeFile(folder, 'Minutes.txt', 40)])
  for (const name of ['Plan.txt', 'Minutes.txt']) await expect(rowOf(page, name)).toBeVisible()
  const { api } = await elsewhere(gate.url, person)
  // The request of a stolen token.
  const body = { version: 2, manifest: '{"version":2}', manifest_signature: 'x', original_name: 'x' }
  await api.rest('file_records?id=not.is.null', { method: 'PATCH', body })

  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Put back changes' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('checkbox', { name: 'Plan.txt' })).toBeChecked()
  await expect(dialog.getByText('Damaged now, does not open').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Put back 2' }).click()
  await expect(dialog.getByText('2 were put back.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'All files' }).click()
  for (const name of ['Plan.txt', 'Minutes.txt']) await expect(rowOf(page, name)).toBeVisible()

  await rowOf(page, 'Plan.txt').click()
  await page.keyboard.press('F2')
  await page.keyboard.type('Other')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Other.txt')).toBeVisible()
  await rowOf(page, 'Other.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Put back changes' }).click()
  await expect(dialog.getByText(/^Now called Other\.txt/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Put back 1' }).click()
  await expect(dialog.getByText('1 was put back.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, 'Plan.txt')).toBeVisible()
  expect(problems).toEqual([])
})

test('a keyring that the server lost is put back where the vault does not open, and the vault opens', async ({
  page,
}) => {
  const { gate } = stage
  const person = { email: `${crypto.randomUUID()}@example.org`, password: 'a password of mine', firstName: 'Ada' }
  await prepareVault(gate.url, person)
  const { api, open } = await elsewhere(gate.url, person)
  const vault = await open()
  await changeKeyring(api, vault, ({ peers, pins }) => ({ peers, pins: { ...pins, root: 'x' } }))
  let isBroken = true
  await page.route(/\/rest\/v1\/keyrings\?/, (route) =>
    isBroken && route.request().method() === 'GET'
      ? route.fulfill({ json: [{ sealed: 'AAAA', version: 2 }] })
      : route.fallback(),
  )
  await page.route(/\/rest\/v1\/rpc\/put_back_keyring/, (route) => {
    isBroken = false
    return route.fallback()
  })

  await page.goto(`${gate.url}/login`)
  await signIn(page, person)
  const refusal = page.getByRole('alert').filter({ hasText: 'were overwritten on the server' })
  await expect(refusal).toBeVisible()
  await refusal.getByRole('button', { name: 'Look for an earlier state' }).click()
  await expect(refusal.getByText(/^The state at the beginning of .* opens with your password\.$/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await refusal.getByRole('button', { name: 'Put this state back' }).click()
  await expect(page.getByText('An earlier state was put back')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: /^(Unlock|Sign In|Sign in)$/ }).click()
  await expect(
    page
      .getByText('Drop files here')
      .or(page.getByRole('heading', { name: 'My Files' }))
      .first(),
  ).toBeVisible()
})

/** The same person on another device, by the vault's own library. */
async function elsewhere(url: string, { email, password }: Person) {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { publishable_key: string }
  let token: string | undefined
  const api = new VaultApi({ baseUrl: url, publishableKey: config.publishable_key, accessToken: async () => token })
  const credentials = await deriveCredentials(api, email, password)
  const session = (await api.auth('token?grant_type=password', { email, password: credentials.authSecret })) as {
    access_token: string
    user: { id: string }
  }
  token = session.access_token
  const { id } = session.user
  const open = async () => openVault(api, id, await unwrapMasterKey(api, id, credentials.kek))
  return { api, open }
}
