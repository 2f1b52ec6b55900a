/** A server that hands out wraps for passkeys as it likes. */
import { expect, test } from 'vitest'
import { fromBase64Url, passkeyKeyPair, systemRandom, toBase64Url, wrapAccountKeyForPasskey } from '#crypto/index.ts'
import { shutOutPasskey } from '#vault/account/lost-passkey.ts'
import { letPasskeyOpen, readVaultPasskeys, ruleOutPasskey } from '#vault/account/passkeys.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { preparePasswordChange } from '#vault/account/change-password.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { NEW_PASSWORD, changePassword, openByPassword } from '../../support/people/new-password.ts'
import { addOpeningPasskey, addPasskey, openByPasskey } from '../../support/people/opening-passkey.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import { VAULT_PASSWORD, type VaultPerson, newDevice } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

type Wrap = { passkey_id: string; wrapped_key: string }

const attacked = stageAttacked()

const WRAPS = 'account_wraps?select=passkey_id,wrapped_key&kind=eq.passkey'
const wrapsOf = async ({ api }: VaultPerson) => (await api.rest(WRAPS)) as Wrap[]
const serve = (rows: Wrap[]) => attacked.proxy.tamperJson('kind=eq.passkey', () => rows)
const withPasskey = async () => {
  const person = await attacked.person()
  return { person, passkey: await addOpeningPasskey(person, attacked.server.url) }
}
const opensNothing = { name: 'VaultError', code: 'passkey_opens_nothing' }

test('the wrap of another account opens nothing, not even where one authenticator has a passkey of both', async () => {
  const [ada, bob] = [await withPasskey(), await withPasskey()]
  serve(await wrapsOf(bob.person))
  await expect(openByPasskey(ada.person, ada.passkey)).rejects.toMatchObject(opensNothing)
  // The server's own account key, for the passkey of the person: it knows its public key if it ever saw a keyring open.
  const { publicKey } = await passkeyKeyPair(ada.passkey.prfOutput)
  const forBob = { amk: bob.person.vault.amk, publicKey, userId: bob.person.userId, random: systemRandom }
  serve([{ passkey_id: ada.passkey.id, wrapped_key: toBase64Url(await wrapAccountKeyForPasskey(forBob)) }])
  await expect(openByPasskey(ada.person, ada.passkey)).rejects.toMatchObject(opensNothing)
  const planted = { ...forBob, userId: ada.person.userId }
  serve([{ passkey_id: ada.passkey.id, wrapped_key: toBase64Url(await wrapAccountKeyForPasskey(planted)) }])
  await expect(openByPasskey(ada.person, ada.passkey)).rejects.toMatchObject({ code: 'keys_replaced' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a wrap that was changed, or is claimed to be of another passkey, opens nothing else', async () => {
  const { person, passkey } = await withPasskey()
  const [stored] = await wrapsOf(person)
  if (!stored) throw new Error('no wrap')
  for (const at of [0, 7, 8, 24, 28, 60, 1227]) {
    const bytes = fromBase64Url(stored.wrapped_key)
    bytes[at]! ^= 1
    serve([{ ...stored, wrapped_key: toBase64Url(bytes) }])
    await expect(openByPasskey(person, passkey), `byte ${at}`).rejects.toMatchObject(opensNothing)
  }
  // Which passkey a wrap is for is not believed, but tried.
  serve([{ ...stored, passkey_id: crypto.randomUUID() }])
  expect((await openByPasskey(person, passkey)).amk).toEqual(person.vault.amk)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('an old wrap opens nothing that came after a new password, or after the passkey was shut out', async () => {
  const { person, passkey } = await withPasskey()
  const device = newDevice()
  const before = await wrapsOf(person)
  await changePassword(person)
  serve(before)
  await expect(openByPasskey(person, passkey)).rejects.toMatchObject({ code: 'keys_replaced' })
  attacked.proxy.honest()

  const between = await wrapsOf(person)
  await openByPasskey(person, passkey, device)
  await shutOutPasskey(person.api, person.vault, { id: passkey.id, email: person.email, password: NEW_PASSWORD })
  const fresh = await storeFile(person, 'fresh.txt', Buffer.from('after'))
  for (const old of [before, between]) {
    serve(old)
    await expect(openByPasskey(person, passkey)).rejects.toMatchObject({ code: 'keys_replaced' })
    await expect(openByPasskey(person, passkey, device)).rejects.toMatchObject({ name: 'VaultError' })
  }
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  const vault = await openByPassword(person, NEW_PASSWORD)
  const content = await readContent(person.api, readingKeys(await proveFile(person.api, vault, fresh)))
  expect(content.toString()).toBe('after')
})

test('a passkey that the server brought back, or made up, gets no new account key', async () => {
  const { person, passkey } = await withPasskey()
  const other = await addOpeningPasskey(person, attacked.server.url)
  const kept = await wrapsOf(person)
  await shutOutPasskey(person.api, person.vault, { id: passkey.id, email: person.email, password: VAULT_PASSWORD })

  serve([...kept, ...kept.map((row) => ({ ...row, passkey_id: crypto.randomUUID() }))])
  const input = { email: person.email, current: VAULT_PASSWORD, next: NEW_PASSWORD }
  const { fields } = await preparePasswordChange(person.api, person.vault, input)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  expect(fields.passkeys?.map(({ passkey_id }) => passkey_id)).toEqual([other.id])
})

test('a wrap that is hidden while its passkey is removed, and shown again, gets no new account key', async () => {
  const { person, passkey } = await withPasskey()
  const before = await wrapsOf(person)
  serve([])
  expect(await readVaultPasskeys(person.api, person.vault)).toEqual({ pinned: [passkey.id], wrapped: [] })
  const opens = { code: 'passkey_opens_vault' }
  await expect(ruleOutPasskey(person.api, person.vault, passkey.id)).rejects.toMatchObject(opens)
  await shutOutPasskey(person.api, person.vault, { id: passkey.id, email: person.email, password: VAULT_PASSWORD })
  serve(before)
  const input = { email: person.email, current: VAULT_PASSWORD, next: NEW_PASSWORD }
  expect((await preparePasswordChange(person.api, person.vault, input)).fields.passkeys).toEqual([])
  await expect(openByPasskey(person, passkey)).rejects.toMatchObject({ code: 'keys_replaced' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a passkey that is hidden altogether is known to open the vault, and can be removed from it', async () => {
  const { person, passkey } = await withPasskey()
  const before = await wrapsOf(person)
  attacked.proxy.tamperJson(['kind=eq.passkey', '/auth/v1/passkeys'], () => [])
  expect((await readVaultPasskeys(person.api, person.vault)).pinned).toEqual([passkey.id])
  await shutOutPasskey(person.api, person.vault, { id: passkey.id, email: person.email, password: VAULT_PASSWORD })
  expect((await readVaultPasskeys(person.api, person.vault)).pinned).toEqual([])
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  serve(before)
  await changePassword(person)
  expect(person.vault.keyring.pins).toHaveProperty([`passkey/${passkey.id}`], 'gone')
  attacked.proxy.honest()
  expect(await wrapsOf(person)).toEqual([])
})

test('a passkey is not let in under the id of another one', async () => {
  const { person, passkey } = await withPasskey()
  const fresh = await addPasskey(person, attacked.server.url)
  const pins = { ...person.vault.keyring.pins }
  const credential_id = fresh.credentialId
  const input = { passkey: fresh, email: person.email, password: VAULT_PASSWORD }
  attacked.proxy.tamperJson('/auth/v1/passkeys', () => [{ id: passkey.id, credential_id }])
  await expect(letPasskeyOpen(person.api, person.vault, input)).rejects.toMatchObject({ code: 'passkey_unknown' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  expect(person.vault.keyring.pins).toEqual(pins)
  // Nor under one that was removed.
  await shutOutPasskey(person.api, person.vault, { id: passkey.id, email: person.email, password: VAULT_PASSWORD })
  await expect(letPasskeyOpen(person.api, person.vault, input)).rejects.toMatchObject({ code: 'passkey_removed' })
})

test('a server that takes any password has no open vault let a passkey in', async () => {
  const { person, passkey } = await withPasskey()
  const pins = Object.keys(person.vault.keyring.pins)
  const answer = Buffer.from(JSON.stringify({ passkey_id: crypto.randomUUID() }))
  attacked.proxy.tamper(({ path }) => (path.includes('passkeys/opening') ? { status: 200, body: answer } : null))
  const input = { passkey, email: person.email, password: 'not my password' }
  await expect(letPasskeyOpen(person.api, person.vault, input)).rejects.toMatchObject({ code: 'wrong_password' })
  // Nothing was sent that it could have agreed to.
  expect(attacked.proxy.changed()).toBe(0)
  expect(Object.keys(person.vault.keyring.pins)).toEqual(pins)
})
