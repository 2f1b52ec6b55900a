import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyringWriteProof } from '#crypto/index.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { unwrapMasterKey } from '#vault/session/open-vault.ts'
import { unwrapMasterKeyByWords } from '#vault/account/recovery.ts'
import { accountWrap, derivedSecret } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { overwriteKeyring } from '../support/people/overwrite-keyring.ts'
import { personWithVault, VAULT_PASSWORD } from '../support/people/vault-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** As somebody would have it who stole a token some days ago. */
async function age(userId: string): Promise<void> {
  await server.database.owner(`update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`, [
    userId,
  ])
}

function put(api: VaultApi, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
  return api.fetch('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify(body) })
}

describe('with an access token alone', () => {
  test('no key of the vault is deleted or written', async () => {
    const { api, userId } = await personWithVault(server)
    await age(userId)
    const refused = { code: 'not_allowed' }
    for (const table of ['account_wraps', 'keyrings', 'space_keys', 'spaces']) {
      const column = table === 'spaces' ? 'owner_id' : 'user_id'
      await expect(api.rest(`${table}?${column}=eq.${userId}`, { method: 'DELETE' })).rejects.toMatchObject(refused)
    }
    const wrapped_key = accountWrap()
    for (const table of ['account_wraps', 'space_keys']) {
      const change = api.rest(`${table}?user_id=eq.${userId}`, { method: 'PATCH', body: { wrapped_key } })
      await expect(change).rejects.toMatchObject(refused)
    }
    const planted = api.rest('account_wraps', { method: 'POST', body: { kind: 'device', wrapped_key } })
    await expect(planted).rejects.toMatchObject(refused)
  })

  test('a keyring gets the next version and no other, so that its owner can write it later', async () => {
    const { api, userId, vault } = await personWithVault(server)
    const [before] = (await api.rest('keyrings?select=sealed,version')) as [{ sealed: string; version: number }]
    const write = (body: Record<string, unknown>) =>
      api.rest(`keyrings?user_id=eq.${userId}`, { method: 'PATCH', body })
    for (const body of [{ version: 2 ** 31 - 1 }, { version: before.version }, { version: 0 }, { sealed: 'AAAA' }]) {
      await expect(write(body), JSON.stringify(body)).rejects.toThrow('next version')
    }
    expect(await api.rest('keyrings?select=sealed,version')).toEqual([before])
    await write({ ...before, version: before.version + 1, write_proof: await keyringWriteProof(vault.amk) })
    expect(await api.rest('keyrings?select=version')).toEqual([{ version: before.version + 1 }])
  })

  test('neither the password nor the words are replaced', async () => {
    const { api, userId, email, vault } = await personWithVault(server)
    await age(userId)
    const { password, kdf } = derivedSecret()
    const taken = put(api, { password, vault: { kdf, password_wrap: accountWrap() } })
    await expect(taken).rejects.toMatchObject({ message: 'Send the current password, or sign in again' })
    const words = api.auth('vault/keys', { wraps: { recovery: accountWrap() } })
    await expect(words).rejects.toMatchObject({ message: 'Send the current password, or sign in again' })
    const guessed = api.auth('vault/keys', { current_password: password, wraps: { recovery: accountWrap() } })
    await expect(guessed).rejects.toMatchObject({ code: 'wrong_password' })

    const { kek } = await deriveCredentials(api, email, VAULT_PASSWORD)
    expect(await unwrapMasterKey(api, userId, kek)).toEqual(vault.amk)
  })
})

test('new recovery words take the current password, and the owner hears of them', async () => {
  const { api, userId, email, vault } = await personWithVault(server)
  await age(userId)
  const kit = await prepareRecoveryKit(vault, await deriveCredentials(api, email, VAULT_PASSWORD))
  await kit.store(api)
  expect(await unwrapMasterKeyByWords(api, userId, kit.words.join(' '))).toEqual(vault.amk)
  expect((await server.mailbox.next(email)).subject).toBe('Keys of your vault were replaced')
  expect(await api.rest('notifications?select=kind&kind=eq.vault_keys_changed')).toHaveLength(1)
})

test('what a sign-in of a moment ago replaces is replaced as a whole or not at all', async () => {
  const { api, userId } = await personWithVault(server)
  const [before] = (await api.rest('keyrings?select=sealed,version')) as [{ sealed: string; version: number }]
  const [space] = (await api.rest('space_keys?select=space_id,epoch,wrapped_key')) as [
    { space_id: string; epoch: number; wrapped_key: string },
  ]
  const recovery = accountWrap()
  const wrapped_key = Buffer.alloc(60, 7).toString('base64url')
  const keys = {
    wraps: { recovery },
    keyring: { sealed: before.sealed, version: before.version },
    space_keys: [{ ...space, wrapped_key }],
  }
  const stale = api.auth('vault/keys', { ...keys, keyring: { ...keys.keyring, version: 7 } })
  await expect(stale).rejects.toThrow('changed meanwhile')
  const foreign = [{ ...space, space_id: crypto.randomUUID(), wrapped_key }]
  await expect(api.auth('vault/keys', { ...keys, space_keys: foreign })).rejects.toThrow('changed meanwhile')
  expect(await api.rest(`account_wraps?wrapped_key=eq.${recovery}`)).toEqual([])

  await api.auth('vault/keys', keys)
  expect(await api.rest(`account_wraps?select=kind&wrapped_key=eq.${recovery}`)).toEqual([{ kind: 'recovery' }])
  expect(await api.rest('space_keys?select=wrapped_key')).toEqual([{ wrapped_key }])
  expect(await api.rest(`keyrings?select=version&user_id=eq.${userId}`)).toEqual([{ version: before.version + 1 }])
})

/** Bytes that have the form of a key wrapped for an X-Wing key. */
function wrapForKey(purpose: number): string {
  const bytes = Buffer.alloc(1228, 7)
  Buffer.from('01647a00010002', 'hex').copy(bytes)
  bytes[7] = purpose
  return bytes.toString('base64url')
}

test('what has not the form of a key is refused', async () => {
  const share = { holder_id: crypto.randomUUID(), sealed_share: 'AAAA' }
  const { api } = await personWithVault(server)
  const cut = accountWrap().slice(0, -4)
  for (const keys of [
    { wraps: { recovery: 'AAAA' } },
    { wraps: { recovery: cut } },
    { keyring: { sealed: 'AAAA', version: 1 } },
    { space_keys: [{ space_id: crypto.randomUUID(), epoch: 1, wrapped_key: 'AAAA' }] },
    { space: { id: crypto.randomUUID(), epoch: 2, wrapped_key: 'AAAA' } },
    // A wrap for words opens no vault by password; one for another purpose is none for words.
    { wraps: { password: wrapForKey(6) } },
    { wraps: { recovery: wrapForKey(3) } },
    { wraps: { recovery: wrapForKey(6).slice(0, -4) } },
    { organisation: { revision: 1, wrapped_key: wrapForKey(6), shares: [] } },
    { organisation: { revision: 1, wrapped_key: accountWrap(), shares: [{ ...share, wrapped_key: accountWrap() }] } },
  ]) {
    await expect(api.auth('vault/keys', keys)).rejects.toThrow(/This is no|Too big/)
  }
})

test('what was there before the first change of a day can be put back', async () => {
  const { api, userId, vault, reopen } = await personWithVault(server)
  const stored = async () => ({
    wrap: await api.rest('account_wraps?select=wrapped_key&kind=eq.password'),
    keyring: await api.rest('keyrings?select=sealed'),
  })
  const before = await stored()
  const { password, kdf } = derivedSecret()
  for (let round = 0; round < 2; round++) {
    await overwriteKeyring(server, userId, `rubbish ${round}`)
    await api.auth('vault/keys', { wraps: { password: accountWrap() } })
  }
  await put(api, { password, vault: { kdf, password_wrap: accountWrap() } })

  await server.database.owner('select auth.restore_account_keys($1, current_date)', [userId])
  expect(await stored()).toEqual(before)
  expect((await reopen()).vault.keyFingerprint).toBe(vault.keyFingerprint)
})
