/** A server that keeps the keys of before, and mixes them with those of now. */
import { beforeAll, expect, test } from 'vitest'
import {
  type Keyring,
  newAccountMasterKey,
  newSpaceKey,
  sealKeyring,
  systemRandom,
  toBase64Url,
  wrapAccountKeyForWords,
  wrapSpaceKey,
} from '#crypto/index.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { changeRole } from '#vault/organisation/team.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { withdrawFromRecovery } from '#vault/recovery/withdraw-recovery.ts'
import { NEW_PASSWORD, changePassword, openByPassword, openByWords } from '../../support/people/new-password.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import { VAULT_PASSWORD, type VaultPerson, newDevice } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'

type Row = Record<string, unknown>
type Tables = Record<'account_wraps' | 'keyrings' | 'space_keys' | 'spaces', Row[]>

const attacked = stageAttacked()
let boss: VaultPerson
let cy: VaultPerson
beforeAll(async () => {
  // The first account owns the organisation.
  boss = await attacked.person()
  cy = await attacked.person()
})

test('old keys served on after a password change open nothing that was stored later', async () => {
  const ada = await attacked.person()
  const device = newDevice()
  const old = await storeFile(ada, 'old.txt', Buffer.from('before'))
  const before = await tablesOf(ada)
  const kdf = await ada.api.auth('kdf', { email: ada.email })
  await changePassword(ada)
  await openByPassword(ada, NEW_PASSWORD, device)
  const fresh = await storeFile(ada, 'new.txt', Buffer.from('after'))

  // Everything as it was, for somebody who knows the old password, or the words.
  serve(before, kdf)
  for (const vault of [await openByPassword(ada, VAULT_PASSWORD), await openByWords(ada, ada.words)]) {
    const thief = { ...ada, vault }
    expect(await read(thief, old)).toBe('before')
    await expect(read(thief, fresh)).rejects.toMatchObject({ name: 'VaultError' })
    const names = (await listFiles(ada.api, vault)).map(({ name }) => name)
    expect(names).toContain('old.txt')
    expect(names).not.toContain('new.txt')
  }
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  // The owner, on a device that has seen the new keys, is not led back, whatever opens the old ones.
  const led = openByPassword(ada, VAULT_PASSWORD, device)
  await expect(led).rejects.toMatchObject({ name: 'VaultError', code: 'keys_refused' })
  await expect(openByPassword(ada, NEW_PASSWORD, device)).rejects.toMatchObject({ name: 'VaultError' })
})

test('an account key that the server chose, with a keyring of a high number, does not replace what a device remembers', async () => {
  const ada = await attacked.person()
  const device = newDevice()
  // What a thief has: the keyring of then, open. It holds the public key of the words.
  const stolen = ada.vault.keyring
  const before = await tablesOf(ada)
  await changePassword(ada)
  const usual = { ...ada, vault: await openByPassword(ada, NEW_PASSWORD, device) }
  await markCompared(usual.api, usual.vault, await findPerson(usual.api, usual.vault, boss.email), new Date())
  const copy = await device.recall(ada.userId)

  serve(await forgedTables(ada, { stolen, before }))
  // Nothing shows it where nothing is remembered.
  expect((await openByWords(ada, ada.words)).keyring.revision).toBe(1_000_000)
  await expect(openByWords(ada, ada.words, device)).rejects.toMatchObject({
    name: 'VaultError',
    code: 'keys_refused',
  })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  expect(await device.recall(ada.userId)).toEqual(copy)

  attacked.proxy.honest()
  const again = await openByWords(ada, ada.words, device)
  expect((await findPerson(ada.api, again, boss.email)).trust).toBe('compared')
})

test('keys of before among those of now are refused in words', async () => {
  const ada = await attacked.person()
  const before = await tablesOf(ada)
  await changePassword(ada)
  const now = await tablesOf(ada)
  const withoutEpoch = now.space_keys.filter(({ epoch }) => epoch !== 2)
  const mixes: [Partial<Tables>, string][] = [
    [{ keyrings: before.keyrings }, 'keyring_damaged'],
    [{ account_wraps: before.account_wraps }, 'wrong_password'],
    [{ space_keys: before.space_keys }, 'keys_replaced'],
    [{ space_keys: [...before.space_keys, ...now.space_keys.filter(({ epoch }) => epoch === 2)] }, 'keys_replaced'],
    [{ space_keys: withoutEpoch }, 'keys_replaced'],
    [{ spaces: before.spaces }, 'keys_replaced'],
    [{ space_keys: withoutEpoch, spaces: before.spaces }, 'keys_replaced'],
    [{ keyrings: before.keyrings, space_keys: before.space_keys, spaces: before.spaces }, 'keys_replaced'],
    [{ spaces: before.spaces.map((row) => ({ ...row, current_epoch: 3 })) }, 'keys_replaced'],
  ]
  for (const [mixed, code] of mixes) {
    serve(mixed)
    await expect(openByPassword(ada, NEW_PASSWORD), JSON.stringify(Object.keys(mixed))).rejects.toMatchObject({
      name: 'VaultError',
      code,
    })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  }
  attacked.proxy.honest()
  expect((await openByPassword(ada, NEW_PASSWORD)).personalSpace.epoch).toBe(2)
})

test('keys of one account served to another open nothing, with another password or the same one', async () => {
  const [ada, bob] = [await attacked.person(), await attacked.person()]
  const [ofAda, ofBob] = [await tablesOf(ada), await tablesOf(bob)]
  const refused = { name: 'VaultError', code: 'wrong_password' }
  serve({ account_wraps: ofBob.account_wraps })
  await expect(openByPassword(ada, VAULT_PASSWORD)).rejects.toMatchObject(refused)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  await changePassword(bob)
  serve({ account_wraps: (await tablesOf(bob)).account_wraps })
  await expect(openByPassword(ada, VAULT_PASSWORD)).rejects.toMatchObject(refused)
  serve({ account_wraps: ofAda.account_wraps })
  await expect(openByPassword(bob, NEW_PASSWORD)).rejects.toMatchObject(refused)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a vault that is open does not write under the key of before, nor over the newer keyring', async () => {
  const ada = await attacked.person()
  const device = newDevice()
  const open = await ada.reopen(undefined, device)
  await changePassword(ada)
  const after = await tablesOf(ada)
  const peer = await findPerson(open.api, open.vault, boss.email)
  await expect(markCompared(open.api, open.vault, peer, new Date())).rejects.toMatchObject({ code: 'keys_replaced' })
  expect(await tablesOf(ada)).toEqual(after)
})

test('no new account key is made without the keys of all epochs', async () => {
  const ada = await attacked.person()
  await changePassword(ada)
  const { space_keys } = await tablesOf(ada)
  serve({ space_keys: space_keys.filter(({ epoch }) => epoch === 2) })
  const change = changePassword(ada, { current: NEW_PASSWORD, next: 'a third password' })
  await expect(change).rejects.toMatchObject({ name: 'VaultError', code: 'keys_replaced' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  expect((await openByPassword(ada, NEW_PASSWORD)).personalSpace.epoch).toBe(2)
})

test('an agreement with the organisation is renewed for what the person agreed to, and for nothing else', async () => {
  await changeRole(boss.api, cy.userId, 'admin')
  await decideRecovery(boss.api, boss.vault, { holders: [boss.userId, cy.userId], threshold: 2, now: new Date() })
  const dan = await attacked.person()
  await markCompared(dan.api, dan.vault, await findPerson(dan.api, dan.vault, boss.email), new Date())
  const agree = async () =>
    agreeToRecovery(dan.api, dan.vault, (await readRecoveryPolicy(dan.api, dan.vault))?.hash ?? '')
  await agree()
  const wrap = () => dan.api.rest('account_wraps?select=wrapped_key&kind=eq.organisation')
  const first = await wrap()
  const openTab = await dan.reopen()
  expect(await changePassword(dan)).toBe(false)
  expect((await readOwnRecovery(dan.api)).holders).toHaveLength(2)
  const renewed = await wrap()
  expect(renewed).not.toEqual(first)
  // A tab that still has the key of before stores no shares of it over those.
  const policy = await readRecoveryPolicy(openTab.api, openTab.vault)
  const late = agreeToRecovery(openTab.api, openTab.vault, policy?.hash ?? '')
  await expect(late).rejects.toMatchObject({ code: 'keys_replaced' })
  expect(await wrap()).toEqual(renewed)

  // Keys of the server's own making for a holder.
  const forged = await forgedBundle(cy.userId)
  attacked.proxy.tamperJson<{ people: Row[] }>('rpc/recovery_policy', (stored) => ({
    ...stored,
    people: stored.people.map((row) => (row['user_id'] === cy.userId ? { ...row, ...forged } : row)),
  }))
  const passwords = [NEW_PASSWORD, 'a third password', 'a fourth password', 'a fifth password']
  const change = (at: number) => changePassword(dan, { current: passwords[at]!, next: passwords[at + 1]! })
  expect(await change(0)).toBe(true)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  expect((await readOwnRecovery(dan.api)).agreement).toBeNull()

  // The server keeps saying that there is an agreement which the person ended.
  await agree()
  const agreed = await dan.api.rest('rpc/own_recovery', { method: 'POST', body: {} })
  await withdrawFromRecovery(dan.api, dan.vault, { email: dan.email, password: passwords[1]! })
  attacked.proxy.tamperJson('rpc/own_recovery', () => agreed)
  expect(await change(1)).toBe(true)
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  expect(await wrap()).toEqual([])
  expect((await readOwnRecovery(dan.api)).agreement).toBeNull()
})

/** Everything under an account key of the attacker, wrapped for the person's words, as it would have to look. */
async function forgedTables(
  { userId, vault }: VaultPerson,
  { stolen, before }: { stolen: Keyring; before: Tables },
): Promise<Tables> {
  const random = systemRandom
  const amk = newAccountMasterKey(random)
  const recoveryKey = stolen.replaceable!.recoveryKey
  const keyring = { ...stolen, revision: 1_000_000, replaceable: { recoveryKey, epoch: 1, accountKeys: [] } }
  const context = { userId, spaceId: vault.personalSpace.id, epoch: 1 }
  const wrapped = await wrapSpaceKey({ amk, spaceKey: newSpaceKey(random), context, random })
  const forWords = await wrapAccountKeyForWords({ amk, recoveryKey, userId, random })
  return {
    ...before,
    account_wraps: [{ kind: 'recovery', wrapped_key: toBase64Url(forWords) }],
    keyrings: [{ sealed: toBase64Url(await sealKeyring({ amk, userId, keyring, random })), version: 1 }],
    space_keys: [{ space_id: context.spaceId, epoch: 1, wrapped_key: toBase64Url(wrapped) }],
  }
}

async function tablesOf({ api, userId }: VaultPerson): Promise<Tables> {
  const read = async (query: string) => (await api.rest(query)) as Row[]
  const [account_wraps, keyrings, space_keys, spaces] = await Promise.all([
    read('account_wraps?select=kind,wrapped_key&order=kind'),
    read('keyrings?select=sealed,version'),
    read('space_keys?select=space_id,epoch,wrapped_key&order=epoch'),
    read(`spaces?select=id,kind,current_epoch&owner_id=eq.${userId}`),
  ])
  return { account_wraps, keyrings, space_keys, spaces }
}

/** Answers with these rows instead of the stored ones. */
function serve(tables: Partial<Tables>, kdf?: unknown): void {
  attacked.proxy.tamper(({ path }) => {
    if (kdf && path.includes('auth/v1/kdf')) return { body: Buffer.from(JSON.stringify(kdf)) }
    const served = Object.entries(tables).find(([table]) => path.includes(`/${table}?`))
    if (!served) return null
    const kind = /kind=eq\.(\w+)/.exec(path)?.[1]
    const rows = served[1].filter((row) => kind === undefined || row['kind'] === kind)
    return { body: Buffer.from(JSON.stringify(rows)) }
  })
}

const read = async ({ api, vault }: VaultPerson, id: string) =>
  (await readContent(api, readingKeys(await proveFile(api, vault, id)))).toString()
