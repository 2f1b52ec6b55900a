import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyKeyPair, systemRandom, toBase64Url, wrapAccountKeyForPasskey } from '#crypto/index.ts'
import { shutOutPasskey } from '#vault/account/lost-passkey.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { letPasskeyOpen, listOpeningPasskeys, readVaultPasskeys, ruleOutPasskey } from '#vault/account/passkeys.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { restoreKeyring } from '#vault/session/keyring-store.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { NEW_PASSWORD, changePassword, openByPassword, openByWords } from '../support/people/new-password.ts'
import { type OpeningPasskey, addOpeningPasskey, addPasskey, openByPasskey } from '../support/people/opening-passkey.ts'
import { VAULT_PASSWORD, type VaultPerson, newDevice, personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let ada: VaultPerson
let passkey: OpeningPasskey
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ada = await personWithVault(server)
  passkey = await addOpeningPasskey(ada, server.url)
})

const opensNothing = { name: 'VaultError', code: 'passkey_opens_nothing' }

describe('a passkey that was allowed to', () => {
  test('opens the vault, as the password and the words still do', async () => {
    expect((await openByPasskey(ada, passkey)).amk).toEqual(ada.vault.amk)
    expect((await openByPassword(ada, VAULT_PASSWORD)).amk).toEqual(ada.vault.amk)
    expect((await openByWords(ada, ada.words)).amk).toEqual(ada.vault.amk)
    expect(await listOpeningPasskeys(ada.api)).toEqual([passkey.id])
    await expect(openByPasskey(ada, { prfOutput: randomBytes(32) })).rejects.toMatchObject(opensNothing)
  })

  test('opens it again under another account key: new password, new words', async () => {
    const device = newDevice()
    await openByPasskey(ada, passkey, device)
    await changePassword(ada)
    expect((await openByPasskey(ada, passkey, device)).personalSpace.epoch).toBe(2)
    const credentials = await deriveCredentials(ada.api, ada.email, NEW_PASSWORD)
    await (await prepareRecoveryKit(ada.vault, credentials)).store(ada.api)
    expect((await openByPasskey(ada, passkey, device)).personalSpace.epoch).toBe(3)
  })

  test('opens nothing that comes after it was shut out; the other one does, and so do password and words', async () => {
    const other = await addOpeningPasskey(ada, server.url)
    const input = { id: passkey.id, email: ada.email, password: VAULT_PASSWORD }
    await expect(shutOutPasskey(ada.api, ada.vault, { ...input, password: 'not mine' })).rejects.toMatchObject({
      code: 'wrong_password',
    })
    expect(await shutOutPasskey(ada.api, ada.vault, input)).toEqual({ endsAgreement: false })
    await expect(openByPasskey(ada, passkey)).rejects.toMatchObject(opensNothing)
    const opened = [openByPasskey(ada, other), openByPassword(ada, VAULT_PASSWORD), openByWords(ada, ada.words)]
    for (const vault of await Promise.all(opened)) expect(vault.personalSpace.epoch).toBe(2)
    expect(await listOpeningPasskeys(ada.api)).toEqual([other.id])
  })

  test('takes its wrap along when it is removed, and the next account key leaves it out', async () => {
    await ada.api.fetch(`/auth/v1/passkeys/${passkey.id}`, { method: 'DELETE' })
    expect(await listOpeningPasskeys(ada.api)).toEqual([])
    await expect(openByPasskey(ada, passkey)).rejects.toMatchObject(opensNothing)
    const device = newDevice()
    await openVault(ada.api, ada.userId, ada.vault.amk, device)
    expect(await readVaultPasskeys(ada.api, ada.vault)).toEqual({ pinned: [passkey.id], wrapped: [] })
    await changePassword(ada)
    expect(ada.vault.keyring.pins).toHaveProperty([`passkey/${passkey.id}`], 'gone')
    expect(await readVaultPasskeys(ada.api, ada.vault)).toEqual({ pinned: [], wrapped: [] })
    expect((await openByPassword(ada, NEW_PASSWORD, device)).stale).toBeNull()
  })

  test('is removed without an alarm on another device, and does not come back with what that device remembers', async () => {
    const phone = newDevice()
    const open = await openByPasskey(ada, passkey, phone)
    await shutOutPasskey(ada.api, ada.vault, { id: passkey.id, email: ada.email, password: VAULT_PASSWORD })
    const next = await openByPassword(ada, VAULT_PASSWORD, phone)
    expect(next.stale).toBeNull()
    // A device that has it yet, and puts its copy back.
    next.keyring = { ...next.keyring, pins: open.keyring.pins }
    expect(open.keyring.pins[`passkey/${passkey.id}`]).toMatch(/^[\w-]{1600,}$/)
    await restoreKeyring(ada.api, next)
    expect(await readVaultPasskeys(ada.api, ada.vault)).toEqual({ pinned: [], wrapped: [] })
    await changePassword(ada)
    expect(await listOpeningPasskeys(ada.api)).toEqual([])
  })

  test('is removed with one question for the password, where the sign-in was a while ago', async () => {
    await ageRows(
      server.database,
      { table: 'auth.sessions', where: 'r.user_id = $1', values: [ada.userId], columns: ['created_at'] },
      '1 hour',
    )
    const remove = () => ada.api.fetch(`/auth/v1/passkeys/${passkey.id}`, { method: 'DELETE' })
    await expect(remove()).rejects.toMatchObject({ code: 'proof_needed' })
    await shutOutPasskey(ada.api, ada.vault, { id: passkey.id, email: ada.email, password: VAULT_PASSWORD })
    expect((await remove()).status).toBe(204)
  })

  test('is not removed as one that only signs in; one that does so never opens the vault after it', async () => {
    const opens = { code: 'passkey_opens_vault' }
    await expect(ruleOutPasskey(ada.api, ada.vault, passkey.id)).rejects.toMatchObject(opens)
    const plain = await addPasskey(ada, server.url)
    await ruleOutPasskey(ada.api, ada.vault, plain.id)
    const input = { passkey: plain, email: ada.email, password: VAULT_PASSWORD }
    await expect(letPasskeyOpen(ada.api, ada.vault, input)).rejects.toMatchObject({ code: 'passkey_removed' })
    expect(await listOpeningPasskeys(ada.api)).toEqual([passkey.id])
  })
})

describe('a wrap is taken', () => {
  // People of a test have the same password and salt.
  let authSecret: string | undefined
  const send = async (person: VaultPerson, change: Record<string, unknown> = {}) => {
    const { vault, userId } = person
    const { publicKey } = await passkeyKeyPair(randomBytes(32))
    const wrapped = await wrapAccountKeyForPasskey({ amk: vault.amk, publicKey, userId, random: systemRandom })
    authSecret ??= (await deriveCredentials(person.api, person.email, VAULT_PASSWORD)).authSecret
    const { credentialId } = await addPasskey(person, server.url)
    return person.api.auth('passkeys/opening', {
      credential_id: credentialId,
      wrapped_key: toBase64Url(wrapped),
      epoch: vault.personalSpace.epoch,
      current_password: authSecret,
      ...change,
    })
  }

  test('for a passkey of the account, under its present key, in the form of one', async () => {
    expect(await send(ada)).toEqual({ passkey_id: expect.any(String) })
    const stranger = await personWithVault(server)
    const { credentialId } = await addPasskey(stranger, server.url)
    for (const credential_id of [credentialId, toBase64Url(randomBytes(16))]) {
      await expect(send(ada, { credential_id })).rejects.toMatchObject({ code: 'passkey_unknown' })
    }
    await expect(send(ada, { epoch: 2 })).rejects.toMatchObject({ message: expect.stringContaining('meanwhile') })
    for (const wrapped_key of ['', 'AAAA', toBase64Url(randomBytes(1228))]) {
      await expect(send(ada, { wrapped_key }), wrapped_key).rejects.toMatchObject({ name: 'VaultError' })
    }
  })

  test('from who shows the password, not from an access token alone', async () => {
    await expect(send(ada, { current_password: 'qs1.wrong' })).rejects.toMatchObject({ name: 'VaultError' })
    await ageRows(
      server.database,
      { table: 'auth.sessions', where: 'user_id = $1', values: [ada.userId] },
      '20 minutes',
    )
    await expect(send(ada, { current_password: undefined })).rejects.toMatchObject({
      message: expect.stringContaining('current password'),
    })
  })

  test('by the vault only with the right password', async () => {
    const fresh = await addPasskey(ada, server.url)
    const input = { passkey: fresh, email: ada.email, password: 'not my password' }
    await expect(letPasskeyOpen(ada.api, ada.vault, input)).rejects.toMatchObject({ code: 'wrong_password' })
    expect(await listOpeningPasskeys(ada.api)).toEqual([passkey.id])
  })

  test('by the vault only where the keyring has the passkey before', async () => {
    const fresh = await addPasskey(ada, server.url)
    ada.vault.stale = { served: 1, remembered: 2 }
    const input = { passkey: fresh, email: ada.email, password: VAULT_PASSWORD }
    await expect(letPasskeyOpen(ada.api, ada.vault, input)).rejects.toMatchObject({ code: 'vault_rolled_back' })
    expect(await listOpeningPasskeys(ada.api)).toEqual([passkey.id])
    ada.vault.stale = null
    await letPasskeyOpen(ada.api, ada.vault, input)
    await letPasskeyOpen(ada.api, ada.vault, input)
    expect(await listOpeningPasskeys(ada.api)).toHaveLength(2)
  })

  test('by rest/v1 never', async () => {
    const body = { kind: 'passkey', passkey_id: passkey.id, wrapped_key: 'AAAA' }
    await expect(ada.api.rest('account_wraps', { method: 'POST', body })).rejects.toMatchObject({ name: 'VaultError' })
  })
})
