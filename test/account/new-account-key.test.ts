import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deriveRecovery,
  newFileKey,
  randomUuid,
  unwrapFileKey,
  utf8,
  wrapFileKey,
  fromBase64Url,
  newSpaceKey,
  openKeyring,
  parseRecoveryPhrase,
  sealKeyring,
  systemRandom,
  toBase64Url,
  unwrapSpaceKey,
  wrapAccountKey,
  wrapSpaceKey,
} from '#crypto/index.ts'
import { needs } from '#crypto/testing/needs.ts'
import { prepareNewPassword } from '#vault/account/change-password.ts'
import { deriveCredentials, newCredentials } from '#vault/session/credentials.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { createFolder, listFolders } from '#vault/folders/folders.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { planUpload, restorePlan, savePlan } from '#vault/transfer/upload-plan.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { NEW_PASSWORD, changePassword, openByPassword, openByWords } from '../support/people/new-password.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, newDevice, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

type Row = Record<string, unknown>

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ada = await personWithVault(server)
})

const read = async ({ api, vault }: VaultPerson, id: string) =>
  (await readContent(api, readingKeys(await proveFile(api, vault, id)))).toString()

describe('a new password', () => {
  test('comes with a new account key and epoch; everything stays readable, by password and by the same words', async () => {
    const before = ada.vault.amk
    const old = await storeFile(ada, 'old.txt', Buffer.from('before'))
    await createFolder(ada.api, ada.vault, { name: 'Papers', parentId: null })
    await changePassword(ada)
    expect(ada.vault.amk).not.toEqual(before)
    expect(ada.vault.personalSpace.epoch).toBe(2)
    const fresh = await storeFile(ada, 'new.txt', Buffer.from('after'))
    await renameFile(ada.api, ada.vault, await shown(ada, old), 'older.txt')

    for (const vault of [await openByPassword(ada, NEW_PASSWORD), await openByWords(ada, ada.words)]) {
      const again = { ...ada, vault }
      expect(await read(again, old)).toBe('before')
      expect(await read(again, fresh)).toBe('after')
      const files = await listFiles(ada.api, vault)
      expect(files.map(({ name }) => name).toSorted()).toEqual(['new.txt', 'older.txt'])
      expect(await listFolders(ada.api, vault)).toMatchObject([{ name: 'Papers' }])
    }
    await expect(openByPassword(ada, VAULT_PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' })
    await replaceFile(ada, old, Buffer.from('replaced'))
    const epochs = await ada.api.rest('file_records?select=space_epoch&order=id')
    expect(epochs).toEqual([{ space_epoch: 2 }, { space_epoch: 2 }])
  })

  test('leaves to the old one, with a copy of all rows of then, nothing that is stored later', async () => {
    const old = await storeFile(ada, 'old.txt', Buffer.from('before'))
    const { amk, userId } = ada.vault
    await changePassword(ada)
    const fresh = await storeFile(ada, 'new.txt', Buffer.from('after'))
    const rows = (await ada.api.rest('space_keys?select=space_id,epoch,wrapped_key')) as {
      space_id: string
      epoch: number
      wrapped_key: string
    }[]
    expect(rows).toHaveLength(2)
    for (const { space_id: spaceId, epoch, wrapped_key } of rows) {
      const opened = unwrapSpaceKey({ amk, wrapped: fromBase64Url(wrapped_key), context: { userId, spaceId, epoch } })
      await expect(opened).rejects.toMatchObject({ code: 'unwrap_failed' })
    }
    const [file] = (await ada.api.rest(`file_records?select=space_epoch&id=eq.${fresh}`)) as Row[]
    expect(file).toEqual({ space_epoch: 2 })
    expect(await read(ada, old)).toBe('before')
  })

  test('keeps what was compared, on a device that remembered the keyring under the key of before', async () => {
    const bob = await personWithVault(server)
    const device = newDevice()
    const first = await ada.reopen(undefined, device)
    await markCompared(first.api, first.vault, await findPerson(first.api, first.vault, bob.email), new Date())
    const elsewhere = await ada.reopen()
    await changePassword(elsewhere)
    const next = await openByPassword(ada, NEW_PASSWORD, device)
    expect(next.stale).toBeNull()
    expect((await findPerson(ada.api, next, bob.email)).trust).toBe('compared')
    // A vault that was open meanwhile asks for the password instead of writing under the key of before.
    const eve = await personWithVault(server)
    const peer = await findPerson(first.api, first.vault, eve.email)
    await expect(markCompared(first.api, first.vault, peer, new Date())).rejects.toMatchObject({
      code: 'keys_replaced',
    })
    await expect(ada.reopen(undefined, device)).rejects.toMatchObject({ code: 'keys_replaced' })
  })

  test('does not count as another check of the recovery words', async () => {
    await server.database.owner(`update account_wraps set checked_at = '2026-01-01' where user_id = $1`, [ada.userId])
    await changePassword(ada)
    const [wrap] = (await ada.api.rest('account_wraps?select=checked_at&kind=eq.recovery')) as Row[]
    expect(String(wrap?.['checked_at'])).toContain('2026-01-01')
  })

  test('that another device was faster with changes nothing', async () => {
    const other = await ada.reopen()
    const bob = await personWithVault(server)
    const credentials = await newCredentials(NEW_PASSWORD)
    const { fields } = await prepareNewPassword(ada.api, ada.vault, credentials)
    await markCompared(other.api, other.vault, await findPerson(other.api, other.vault, bob.email), new Date())
    const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
    const { authSecret: current_password } = await deriveCredentials(ada.api, ada.email, VAULT_PASSWORD)
    const body = JSON.stringify({ password: credentials.authSecret, current_password, vault: fields })
    await expect(ada.api.fetch('/auth/v1/user', { method: 'PUT', headers, body })).rejects.toThrow('changed meanwhile')
    expect((await openByPassword(ada, VAULT_PASSWORD)).personalSpace.epoch).toBe(1)
  })

  test('opens uploads that were interrupted before it', async () => {
    const file = { name: 'a.txt', type: 'text/plain', sizeBytes: 3, folderId: null }
    const plan = planUpload(ada.vault, file, new Date())
    const saved = await savePlan(ada.vault, plan)
    await changePassword(ada)
    expect(await restorePlan(ada.vault, plan.fileId, saved)).toMatchObject({ contentId: plan.contentId })
    expect(await restorePlan(await openByPassword(ada, NEW_PASSWORD), plan.fileId, saved)).toMatchObject({
      contentId: plan.contentId,
    })
  })

  test(
    'of an account with 10 000 files is one request, and all of them stay readable',
    needs(isWhole('account'), 'npm run test:full'),
    async () => {
      const { personalSpace: space } = ada.vault
      const wraps = await seedFiles(ada, 10_000)
      let requests = 0
      const counted = await ada.reopen((api) => {
        const fetch = api.fetch.bind(api)
        return Object.assign(Object.create(api) as typeof api, {
          fetch: (...args: Parameters<typeof fetch>) => {
            requests += 1
            return fetch(...args)
          },
        })
      })
      await changePassword(counted)
      expect(requests).toBeLessThan(12)
      const vault = await openByPassword(ada, NEW_PASSWORD)
      const names = (await listFiles(ada.api, vault)).map(({ name }) => name)
      expect(names).toHaveLength(10_000)
      expect(names.filter((name) => !name.startsWith('Plan '))).toEqual([])
      const { key: spaceKey } = vault.space(space.id, 1)
      for (const [fileId, wrapped] of wraps) {
        await unwrapFileKey({ spaceKey, wrapped, context: { fileId, spaceId: space.id, epoch: 1 } })
      }
    },
  )
})

describe('new recovery words', () => {
  test('replace the old ones and the account key; the password stays', async () => {
    const before = ada.vault.amk
    const file = await storeFile(ada, 'a.txt', Buffer.from('kept'))
    const kit = await prepareRecoveryKit(ada.vault, await deriveCredentials(ada.api, ada.email, VAULT_PASSWORD))
    // Writing down words takes minutes, in which the keyring may change.
    const bob = await personWithVault(server)
    await markCompared(ada.api, ada.vault, await findPerson(ada.api, ada.vault, bob.email), new Date())
    expect(await kit.store(ada.api)).toEqual({ endsAgreement: false })
    expect(ada.vault.amk).not.toEqual(before)
    for (const vault of [await openByPassword(ada, VAULT_PASSWORD), await openByWords(ada, kit.words.join(' '))]) {
      expect(await read({ ...ada, vault }, file)).toBe('kept')
    }
    await expect(openByWords(ada, ada.words)).rejects.toMatchObject({ code: 'wrong_recovery_phrase' })
  })

  test('let an account of an earlier release replace its key from then on', async () => {
    await asEarlierRelease(ada)
    const before = ada.vault.amk
    const file = await storeFile(ada, 'a.txt', Buffer.from('kept'))
    expect(await openByWords(ada, ada.words)).toMatchObject({ userId: ada.userId })
    await changePassword(ada)
    expect(ada.vault.amk).toEqual(before)

    const vault = await openByPassword(ada, NEW_PASSWORD)
    const kit = await prepareRecoveryKit(vault, await deriveCredentials(ada.api, ada.email, NEW_PASSWORD))
    await kit.store(ada.api)
    expect(vault.amk).not.toEqual(before)
    const again = await openByWords(ada, kit.words.join(' '))
    expect(again.personalSpace.epoch).toBe(2)
    expect(await read({ ...ada, vault: again }, file)).toBe('kept')
  })
})

test('an operator puts back the whole state of a day, and what was stored under it opens', async () => {
  const file = await storeFile(ada, 'a.txt', Buffer.from('kept'))
  await changePassword(ada)
  await changePassword(ada, { current: NEW_PASSWORD, next: 'a third password' })
  await server.database.owner('select auth.restore_account_keys($1, current_date)', [ada.userId])
  const vault = await openByWords(ada, ada.words)
  expect(vault.personalSpace.epoch).toBe(1)
  expect(await read({ ...ada, vault }, file)).toBe('kept')
  const kit = await prepareRecoveryKit(vault, await deriveCredentials(ada.api, ada.email, 'a third password'))
  await kit.store(ada.api)
  expect((await openByPassword(ada, 'a third password')).personalSpace.epoch).toBe(2)
})

test('an operator puts back the state of a moment, with what was stored since the day began, and can take that back', async () => {
  const restoreAt = (moment: unknown) =>
    server.database.owner('select auth.restore_account_keys_at($1, $2) as restored', [ada.userId, moment])
  const now = async () => (await server.database.owner<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now
  await changePassword(ada)
  const file = await storeFile(ada, 'a.txt', Buffer.from('stored under the second key'))
  const good = await now()
  await changePassword(ada, { current: NEW_PASSWORD, next: 'a password of a thief' })

  await server.database.owner('select auth.restore_account_keys($1, current_date)', [ada.userId])
  const tooOld = await openByWords(ada, ada.words)
  await expect(read({ ...ada, vault: tooOld }, file)).rejects.toThrow()
  expect((await restoreAt(good)).rows).toEqual([{ restored: 1 }])
  const vault = await openByWords(ada, ada.words)
  expect(vault.personalSpace.epoch).toBe(2)
  expect(await read({ ...ada, vault }, file)).toBe('stored under the second key')
  expect((await restoreAt(await now())).rows).toEqual([{ restored: 0 }])
})

test('a new account key comes whole or not at all', async () => {
  const [space] = (await ada.api.rest('space_keys?select=space_id,epoch,wrapped_key')) as Row[]
  const { amk, userId } = ada.vault
  const context = { userId, spaceId: String(space?.['space_id']), epoch: 2 }
  const wrapped = await wrapSpaceKey({ amk, spaceKey: newSpaceKey(systemRandom), context, random: systemRandom })
  const part = { space: { id: context.spaceId, epoch: 2, wrapped_key: toBase64Url(wrapped) } }
  await expect(ada.api.auth('vault/keys', part)).rejects.toThrow('all that the one before wrapped')
  const kit = await prepareRecoveryKit(ada.vault, await deriveCredentials(ada.api, ada.email, VAULT_PASSWORD))
  await server.database.owner(
    `insert into space_keys (space_id, epoch, user_id, wrapped_key) values ($1, 0, $2, 'x')`,
    [context.spaceId, userId],
  )
  await expect(kit.store(ada.api)).rejects.toMatchObject({ code: 'keys_replaced' })
  expect(await ada.api.rest('spaces?select=current_epoch&kind=eq.personal')).toEqual([{ current_epoch: 1 }])
})

/** Records with names and keys really sealed; triggers and foreign keys rest meanwhile. @returns the wrapped keys by id. */
async function seedFiles({ vault, userId }: VaultPerson, count: number): Promise<Map<string, Uint8Array>> {
  const { personalSpace: space } = vault
  const wraps = new Map<string, Uint8Array>()
  const rows = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const id = randomUuid(systemRandom)
      const [name, type, wrapped] = await Promise.all([
        space.records.seal({ kind: 'file', id, version: 1, field: 'name' }, utf8(`Plan ${at}`)),
        space.records.seal({ kind: 'file', id, version: 1, field: 'type' }, utf8('text/plain')),
        wrapFileKey({
          spaceKey: space.key,
          fileKey: newFileKey(systemRandom),
          context: { fileId: id, spaceId: space.id, epoch: space.epoch },
          random: systemRandom,
        }),
      ])
      wraps.set(id, wrapped)
      return { id, name: toBase64Url(name), type: toBase64Url(type), key: toBase64Url(wrapped) }
    }),
  )
  await server.database.owner(`
    set local session_replication_role = 'replica';
    insert into public.file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key,
                                     storage_path, space_id, space_epoch, version, is_encrypted)
    select r.id, '${userId}', p.tenant_id, 'sealed', r.name, 3, r.type, r.key, r.id, '${space.id}', 1, 1, true
    from public.profiles p, jsonb_to_recordset($rows$${JSON.stringify(rows)}$rows$) as r (id uuid, name text, type text, key text)
    where p.user_id = '${userId}';`)
  return wraps
}

/** A keyring and words as they were made before: nothing says how to wrap another key for the words. */
async function asEarlierRelease(person: VaultPerson): Promise<void> {
  const { amk, userId } = person.vault
  const parsed = parseRecoveryPhrase(person.words)
  if (parsed.outcome !== 'ok') throw new Error(parsed.outcome)
  const { rkek } = await deriveRecovery(parsed.phrase)
  const random = systemRandom
  const wrapped = await wrapAccountKey({ amk, kek: rkek, userId, kind: 'recovery', random })
  const [row] = (await person.api.rest('keyrings?select=sealed')) as [{ sealed: string }]
  const keyring = await openKeyring({ amk, userId, sealed: fromBase64Url(row.sealed) })
  const sealed = await sealKeyring({ amk, userId, keyring: { ...keyring, replaceable: null }, random })
  await server.database.owner('update keyrings set sealed = $1 where user_id = $2', [toBase64Url(sealed), userId])
  await server.database.owner(`update account_wraps set wrapped_key = $1 where user_id = $2 and kind = 'recovery'`, [
    toBase64Url(wrapped),
    userId,
  ])
  person.vault = (await person.reopen()).vault
}
