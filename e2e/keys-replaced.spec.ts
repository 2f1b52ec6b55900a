import { expect } from '@playwright/test'
import { VaultApi } from '#vault/api.ts'
import { deriveCredentials } from '#vault/credentials.ts'
import { prepareRecoveryKit } from '#vault/new-recovery-kit.ts'
import { openVault, unwrapMasterKey } from '#vault/open-vault.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { type Person, chooseFiles, watchPage } from './person.ts'
import { test } from './shared-stage.ts'
import { type Stage, makeFile, newPerson, rowOf } from './transfers.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a tab asks for the password once when another device gave the account a new key', async ({ page }) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const person = await newPerson(page, gate.url)
  await chooseFiles(page, makeFile(folder, 'Before.pdf', 5000))
  await expect(rowOf(page, 'Before.pdf')).toBeVisible()
  await makeNewWords(gate.url, person)

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByText('Your keys were changed on another device')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(rowOf(page, 'Before.pdf')).toBeVisible()
  await chooseFiles(page, makeFile(folder, 'After.pdf', 5000))
  await expect(rowOf(page, 'After.pdf')).toBeVisible()
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  for (const name of ['Before.pdf', 'After.pdf']) await expect(rowOf(page, name)).toBeVisible()
  expect(problems).toEqual([])
})

/** On another device of the person, by the vault's own library. */
async function makeNewWords(url: string, { email, password }: Person): Promise<void> {
  const { publishable_key: publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
    publishable_key: string
  }
  let token: string | undefined
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token })
  const credentials = await deriveCredentials(api, email, password)
  const session = (await api.auth('token?grant_type=password', { email, password: credentials.authSecret })) as {
    access_token: string
    user: { id: string }
  }
  token = session.access_token
  const { id } = session.user
  const vault = await openVault(api, id, await unwrapMasterKey(api, id, credentials.kek))
  await (await prepareRecoveryKit(vault, credentials)).store(api)
}
