/** A server that offers a keyring to be put back: forged, of another account, of before another account key, or another than it then serves. */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sealKeyring, systemRandom, toBase64Url } from '#crypto/index.ts'
import { findKeptKeyring, putBackKeyring } from '#vault/session/kept-keyrings.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { changePassword } from '../../support/people/new-password.ts'
import { overwriteKeyring } from '../../support/people/overwrite-keyring.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
let honest: string
beforeEach(async () => {
  ada = await attacked.person()
  honest = await sealedOf(ada)
})

const accountOf = ({ userId, vault }: VaultPerson) => ({ userId, amk: vault.amk })
const find = (person: VaultPerson) => findKeptKeyring(person.api, accountOf(person))

async function sealedOf({ api }: VaultPerson): Promise<string> {
  const [row] = (await api.rest('keyrings?select=sealed')) as { sealed: string }[]
  return row?.sealed ?? ''
}

const overwrite = ({ userId }: VaultPerson, sealed?: string) => overwriteKeyring(attacked.server, userId, sealed)

test('an honest one is found, put back, and opens the vault; the device that opens has no copy', async () => {
  await overwrite(ada)
  await expect(ada.reopen()).rejects.toMatchObject({ code: 'keyring_damaged' })
  const kept = await find(ada)
  expect(kept).toMatchObject({ sealed: honest, revision: ada.vault.keyring.revision })
  if (kept) await putBackKeyring(ada.api, kept)
  expect((await ada.reopen()).vault.keyFingerprint).toBe(ada.vault.keyFingerprint)
})

test('one that is forged, of another account, or of another account key is none', async () => {
  const bob = await attacked.person()
  const { userId, vault } = ada
  const ofEpoch = async (epoch: number) => {
    const { replaceable } = vault.keyring
    const keyring = { ...vault.keyring, revision: 99, replaceable: replaceable && { ...replaceable, epoch } }
    return toBase64Url(await sealKeyring({ amk: vault.amk, userId, keyring, random: systemRandom }))
  }
  await overwrite(ada)
  const lies = [
    toBase64Url(randomBytes(300)),
    await sealedOf(bob),
    await ofEpoch(0),
    await ofEpoch(2),
    'not even base64',
  ]
  for (const sealed of lies) {
    attacked.proxy.tamperJson('rpc/kept_keyrings', () => [{ kept_on: '2026-11-28', sealed }])
    expect(await find(ada)).toBeNull()
    expect(attacked.proxy.changed()).toBe(1)
  }
  attacked.proxy.tamperJson('rpc/kept_keyrings', () =>
    [...lies, honest].map((sealed) => ({ kept_on: '2026-11-28', sealed })),
  )
  expect(await find(ada)).toMatchObject({ sealed: honest })
})

test('after a new account key, the keyring of before is not given out, and not put back by its day', async () => {
  await overwrite(ada, honest.slice(0, -2) + (honest.endsWith('AA') ? 'BB' : 'AA'))
  await overwrite(ada, honest)
  const again = await ada.reopen()
  await changePassword(again)
  await overwrite(again)
  const kept = await find(again)
  // Of the same day: the state of the new account key, not the first one of the day.
  expect(kept?.sealed).not.toBe(honest)
  if (kept) await putBackKeyring(again.api, kept)
  const open = await openVault(again.api, again.userId, again.vault.amk)
  expect(open.personalSpace.epoch).toBe(2)

  await attacked.server.database.owner(
    `delete from auth.earlier_account_keys where user_id = $1 and what = 'keyring' and epoch = 2`,
    [again.userId],
  )
  await overwrite(again)
  await attacked.server.database.owner(
    `delete from auth.earlier_account_keys where user_id = $1 and what = 'keyring' and epoch = 2`,
    [again.userId],
  )
  expect(await find(again)).toBeNull()
  const day = { method: 'POST', body: { day: '2000-01-01' } } as const
  await expect(again.api.rest('rpc/put_back_keyring', day)).rejects.toMatchObject({ code: 'keys_replaced' })
})

test('a server that puts back another one than was checked is noticed', async () => {
  await overwrite(ada)
  const kept = await find(ada)
  if (!kept) throw new Error('one is kept')
  attacked.proxy.tamperJson('keyrings?select=', () => [{ sealed: toBase64Url(randomBytes(300)) }])
  await expect(putBackKeyring(ada.api, kept)).rejects.toMatchObject({ code: 'vault_rolled_back' })
  expect(attacked.proxy.changed()).toBe(1)
})
