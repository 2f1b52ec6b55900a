/**
 * A server that lies about records and accounts. Of the attacks of docs/threat-model.md: weak KDF parameters, swapped names, a
 * moved file, a replayed old manifest, a downgraded suite, a replayed keyring.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { shown } from '../../support/shown.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
let plan: string
let other: string
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
})
beforeEach(async () => {
  plan = await storeFile(ada, 'plan.pdf', randomBytes(1000))
  other = await storeFile(ada, 'other.pdf', randomBytes(1000))
})

describe('key derivation', () => {
  test.each([
    ['little memory', { m: 1024 }],
    ['one pass', { t: 1 }],
    ['memory that stops the browser', { m: 2 ** 22 }],
    ['passes without end', { t: 1000 }],
    ['a short salt', { salt: 'AAAA' }],
  ])('with %s is refused before the password becomes anything', async (_, weaker) => {
    attacked.proxy.tamperJson<Row>('/auth/v1/kdf', (offered) => ({ ...offered, ...weaker }))

    await expect(deriveCredentials(ada.api, ada.email, 'a password')).rejects.toMatchObject({
      name: 'VaultError',
      code: 'weak_settings',
    })
    expect(attacked.proxy.changed()).toBe(1)
  })
})

describe('the record of a file', () => {
  test('cannot take the name of another one, in a list or when it is opened', async () => {
    const { original_name, manifest, manifest_signature } = await rowOf(other)
    tamperRow(plan, (row) => ({ ...row, original_name }))
    expect((await listFiles(ada.api, ada.vault)).find(({ id }) => id === plan)?.name).not.toBe('other.pdf')

    tamperRow(plan, (row) => ({ ...row, original_name, manifest, manifest_signature }))
    await expectDamaged()
  })

  test('cannot be moved to another folder', async () => {
    tamperRow(plan, (row) => ({ ...row, folder_id: randomUUID() }))
    await expectDamaged()
  })

  test.each([
    ['another content', { content_id: randomUUID() }],
    ['another size', { file_size: 999 }],
    ['a higher version', { version: 2 }],
  ])('cannot name %s', async (_, change) => {
    tamperRow(plan, (row) => ({ ...row, ...change }))
    await expectDamaged()
  })

  test('cannot carry the key of another file', async () => {
    const { encryption_key } = await rowOf(other)
    tamperRow(plan, (row) => ({ ...row, encryption_key }))
    await expectDamaged()
  })

  test('cannot go back to a version that was seen to be replaced', async () => {
    const before = await rowOf(plan)
    await renameFile(ada.api, ada.vault, await shown(ada, plan), 'plan, signed.pdf')
    tamperRow(plan, () => before)
    await expectDamaged()
  })

  test('needs both signatures: one of the two alone is a downgrade', async () => {
    const { manifest_signature: text } = await rowOf(plan)
    const signature = Buffer.from(String(text), 'base64url')
    for (const weaker of [
      signature.subarray(0, 64),
      signature.subarray(64),
      Buffer.concat([signature.subarray(0, 64), Buffer.alloc(signature.length - 64)]),
      Buffer.concat([Buffer.alloc(64), signature.subarray(64)]),
    ]) {
      tamperRow(plan, (row) => ({ ...row, manifest_signature: weaker.toString('base64url') }))
      await expectDamaged()
    }
  })

  test('of somebody else, with a manifest that they signed themselves, is not mine', async () => {
    const planted = await storeFile(bob, 'planted.pdf', randomBytes(10))
    const row = await rowOf(planted, bob)
    tamperRow(plan, () => ({ ...row, id: plan }))
    // It names a space of theirs, which this account does not belong to.
    await expectDamagedOr('space_gone')
  })

  async function expectDamaged(): Promise<void> {
    await expectDamagedOr('file_damaged')
  }
  async function expectDamagedOr(code: 'file_damaged' | 'space_gone'): Promise<void> {
    await expect(proveFile(ada.api, ada.vault, plan)).rejects.toMatchObject({ name: 'VaultError', code })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  }
})

describe('the keys of an account', () => {
  test('an older keyring is refused, and nothing is written over the newer one', async () => {
    const [before] = (await ada.api.rest('keyrings?select=*')) as Row[]
    const peer = await findPerson(ada.api, ada.vault, bob.email)
    await markCompared(ada.api, ada.vault, peer, new Date())
    const [after] = (await ada.api.rest('keyrings?select=*')) as Row[]
    attacked.proxy.tamperJson<Row[]>('/keyrings?select=', () => (before ? [before] : []))

    await expect(markCompared(ada.api, ada.vault, peer, new Date())).rejects.toMatchObject({
      name: 'VaultError',
      code: 'vault_rolled_back',
    })
    attacked.proxy.honest()
    expect(await ada.api.rest('keyrings?select=*')).toEqual([after])
  })

  test.each([
    ['keyrings?select=', 'keyring_damaged'],
    ['user_key_bundles?select=', 'file_damaged'],
    ['space_keys?select=', 'keys_replaced'],
  ])('of somebody else in %s are refused', async (path, code) => {
    const foreign = (await bob.api.rest(
      `${path}*${path.startsWith('user') ? `&user_id=eq.${bob.userId}` : ''}`,
    )) as Row[]
    expect(foreign).toHaveLength(1)
    attacked.proxy.tamperJson<Row[]>(path, (rows) => rows.map((row, at) => ({ ...row, ...foreign[at] })))

    await expect(openVault(ada.api, ada.userId, ada.vault.amk)).rejects.toMatchObject({
      name: 'VaultError',
      code,
    })
    expect(attacked.proxy.changed()).toBe(1)
  })
})

async function rowOf(id: string, { api }: VaultPerson = ada): Promise<Row> {
  const [row] = (await api.rest(`file_records?id=eq.${id}&select=*`)) as Row[]
  return row ?? {}
}

/** Changes what the server says of one file, in lists and alone. */
function tamperRow(id: string, change: (row: Row) => Row): void {
  attacked.proxy.tamperJson<Row[]>(['/file_records?', '/reachable_files?'], (rows) =>
    rows.map((row) => (row['id'] === id ? change(row) : row)),
  )
}
