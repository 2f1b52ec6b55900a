import { type Page, expect } from '@playwright/test'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { openVault, unwrapMasterKey } from '#vault/session/open-vault.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, chooseFiles, signIn, watchPage, comeBack } from '../support/account/person.ts'
import { test } from '../support/shared-stage.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'

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

  await comeBack(page)
  await expect(page.getByText('Your keys were changed on another device')).toBeVisible()
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

test('a device that the keys do not fit forgets what it remembered once the person confirms it, and not before', async ({
  page,
}) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const person = await newPerson(page, gate.url)
  await chooseFiles(page, makeFile(folder, 'Kept.pdf', 5000))
  await expect(rowOf(page, 'Kept.pdf')).toBeVisible()
  const remembered = await rememberedKeyrings(page)
  expect(remembered).toHaveLength(1)
  // A keyring lists the last eight account keys; this device knows the one before them.
  await makeNewWords(gate.url, person, 9)

  await page.reload()
  const password = page.getByLabel('Password', { exact: true })
  const unlock = page.getByRole('button', { name: 'Unlock', exact: true })
  await password.fill(person.password)
  await unlock.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'they do not follow from those it remembers' })
  await expect(refusal).toBeVisible()
  await expectAccessibleEverywhere(page)
  expect(await rememberedKeyrings(page)).toEqual(remembered)

  const ask = refusal.getByRole('button', { name: 'Forget this device…' })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Forget what this device remembers?' })
  await expect(dialog.getByRole('button', { name: 'Forget this device' })).toBeDisabled()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await rememberedKeyrings(page)).toEqual(remembered)
  await password.fill(person.password)
  await unlock.click()
  await expect(refusal).toBeVisible()

  await ask.click()
  await expect(dialog.getByRole('button', { name: 'Forget this device' })).toBeDisabled()
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Forget this device' }).click()
  await expect(page.getByText('This device has forgotten your keys')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await rememberedKeyrings(page)).toEqual([])
  await signIn(page, person)
  await expect(rowOf(page, 'Kept.pdf')).toBeVisible()
  expect(await rememberedKeyrings(page)).toHaveLength(1)
  expect(problems).toEqual([])
})

/** The accounts whose keyring this browser remembers. */
function rememberedKeyrings(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('quantumshield-memory')
        opening.addEventListener('error', () => reject(new Error('IndexedDB failed')))
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('keyrings').objectStore('keyrings').getAllKeys()
          keys.addEventListener('success', () => {
            opening.result.close()
            resolve(keys.result.map(String))
          })
        })
      }),
  )
}

/** On another device of the person, by the vault's own library. */
async function makeNewWords(url: string, { email, password }: Person, times = 1): Promise<void> {
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
  for (let kits = 0; kits < times; kits++) await (await prepareRecoveryKit(vault, credentials)).store(api)
}
