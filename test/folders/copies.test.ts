import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAGE_ENTRIES } from '#crypto/index.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { saveQuota } from '#server/storage/quota.ts'
import { copyItems } from '#vault/folders/copy-items.ts'
import { FileIndex } from '#vault/files/file-index.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { createFolder, listFolders } from '#vault/folders/folders.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { readStorageUsage } from '#vault/account/storage-usage.ts'
import { type SyncedSpace, syncFiles } from '#vault/files/sync-files.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { deleteForever } from '#vault/folders/trash.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

const bytes = randomBytes(300_000)
const HOME = { spaceId: null, folderId: null }

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
let eve: VaultPerson
let spaceId: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;[ada, bob, eve] = await Promise.all([personWithVault(server), personWithVault(server), personWithVault(server)])
})

describe('a copy of an own file', () => {
  test('is a file of its own, read back byte for byte after the first one is gone', async () => {
    const id = await storeFile(ada, 'plan.txt', bytes)
    const [copy] = (await copyOne(ada, id, 'plan (2).txt')).fileIds
    expect(copy).not.toBe(id)
    const [before, after] = [await proveFile(ada.api, ada.vault, id), await proveFile(ada.api, ada.vault, copy!)]
    expect(after.manifest).toMatchObject({
      fileId: copy,
      contentId: before.manifest.contentId,
      version: 1,
      previous: null,
    })
    expect(after.row.storage_path).not.toBe(before.row.storage_path)
    expect(after.row.encryption_key).not.toBe(before.row.encryption_key)

    await replaceFile(ada, copy!, Buffer.from('other'))
    expect((await download(ada, id)).equals(bytes)).toBe(true)
    await deleteForever(ada.api, { fileIds: [copy!], folderIds: [] })
    const [third] = (await copyOne(ada, id, 'third.txt')).fileIds
    await deleteForever(ada.api, { fileIds: [id], folderIds: [] })
    expect((await download(ada, third!)).equals(bytes)).toBe(true)
  })

  test('appears in the list that a device follows, as what changed last', async () => {
    const id = await storeFile(ada, 'plan.txt', bytes)
    const list: SyncedSpace = { id: ada.vault.personalSpace.id, index: new FileIndex(PAGE_ENTRIES), cursor: null }
    const sync = () => syncFiles(ada.api, ada.vault, list, { onFiles: () => undefined, onProgress: () => undefined })
    await sync()
    const [copy] = (await copyOne(ada, id, 'plan (2).txt')).fileIds
    expect(await sync()).toMatchObject({
      changed: [{ id: copy, name: 'plan (2).txt', sizeBytes: bytes.length }],
      removed: [],
    })
    expect(list.index.get(copy!)?.file.name).toBe('plan (2).txt')
    expect((await listFiles(ada.api, ada.vault))[0]?.id).toBe(copy)
  })

  test('counts like an upload, and one that does not fit leaves nothing behind', async () => {
    const folder = await createFolder(ada.api, ada.vault, { name: 'Docs', parentId: null })
    const folderId = folder.id
    const ids = [await storeFile(ada, 'a.txt', bytes, { folderId }), await storeFile(ada, 'b.txt', bytes, { folderId })]
    const used = (await readStorageUsage(ada.api)).usedBytes
    await copyOne(ada, ids[0]!, 'a (2).txt')
    expect((await readStorageUsage(ada.api)).usedBytes).toBe(used * 1.5)

    const billing = { provider: 'off' as const }
    const { maxFiles } = server.config
    await saveQuota(server.database, { billing, maxFiles, freeStorageBytes: used * 2 })
    const objects = await countObjects(ada)
    const copy = {
      to: HOME,
      folders: [{ shown: folder, name: 'Docs (2)', parentId: null }],
      files: await Promise.all(
        ids.map(async (id) => ({ shown: await shown(ada, id), name: 'x', parentId: folder.id })),
      ),
    }
    await expect(copyItems(ada.api, ada.vault, copy)).rejects.toMatchObject({ code: 'quota_reached' })
    await saveQuota(server.database, { billing, maxFiles, freeStorageBytes: undefined })
    expect(await listFiles(ada.api, ada.vault)).toHaveLength(3)
    expect(await listFolders(ada.api, ada.vault)).toHaveLength(1)
    expect(await countObjects(ada)).toBe(objects)
  })

  test('of folders, with what is in them', async () => {
    const outer = await createFolder(ada.api, ada.vault, { name: 'Outer', parentId: null })
    const inner = await createFolder(ada.api, ada.vault, { name: 'Inner', parentId: outer.id })
    const id = await storeFile(ada, 'deep.txt', bytes, { folderId: inner.id })
    const made = await copyItems(ada.api, ada.vault, {
      to: HOME,
      folders: [
        { shown: outer, name: 'Outer (2)', parentId: null },
        { shown: inner, name: 'Inner', parentId: outer.id },
      ],
      files: [{ shown: await shown(ada, id), name: 'deep.txt', parentId: inner.id }],
    })
    expect(made).toMatchObject({ fileIds: [], folderIds: [expect.any(String)] })
    const folders = await listFolders(ada.api, ada.vault)
    const copied = folders.find(({ parentId }) => parentId === made.folderIds[0])
    expect(folders.find((folder) => folder.id === made.folderIds[0])?.name).toBe('Outer (2)')
    expect(copied?.name).toBe('Inner')
    expect((await listFiles(ada.api, ada.vault)).filter(({ folderId }) => folderId === copied?.id)).toHaveLength(1)
  })
})

describe('a copy between a team space and the own files', () => {
  beforeEach(async () => {
    const members = [
      { userId: bob.userId, role: 'editor' as const },
      { userId: eve.userId, role: 'viewer' as const },
    ]
    spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  })

  test('goes in, signed by who copies, and is opened by everybody there', async () => {
    const id = await storeFile(bob, 'draft.txt', bytes)
    const [copy] = (await copyOne(bob, id, 'draft.txt', { spaceId, folderId: null })).fileIds
    for (const person of [ada, bob, eve]) {
      expect((await download(person, copy!)).equals(bytes)).toBe(true)
      expect(await listTeamFiles(person.api, person.vault, spaceId)).toMatchObject([{ id: copy, name: 'draft.txt' }])
    }
    // The first one stays Bob's own.
    await expect(proveFile(ada.api, ada.vault, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('comes out for a viewer too, whoever stored it, counts for them, and stays when the space lets go of it', async () => {
    const id = await storeFile(bob, 'minutes.txt', bytes, { spaceId })
    const used = (await readStorageUsage(bob.api)).usedBytes
    const [copy] = (await copyOne(eve, id, 'minutes.txt')).fileIds
    expect((await readStorageUsage(eve.api)).usedBytes).toBe(used)
    expect((await readStorageUsage(bob.api)).usedBytes).toBe(used)
    await deleteForever(ada.api, { fileIds: [id], folderIds: [], spaceId })
    expect((await download(eve, copy!)).equals(bytes)).toBe(true)
  })

  test('that breaks off takes back what it made, and leaves what somebody else put there meanwhile', async () => {
    const outer = await createFolder(ada.api, ada.vault, { name: 'Outer', parentId: null })
    const inner = await createFolder(ada.api, ada.vault, { name: 'Inner', parentId: outer.id })
    const id = await storeFile(ada, 'deep.txt', bytes, { folderId: inner.id })
    const api = Object.create(ada.api) as VaultApi
    api.fetch = async (path, init) => {
      if (path !== '/storage/v1/object/copy') return ada.api.fetch(path, init)
      const made = (await listFolders(ada.api, ada.vault, spaceId)).find(({ name }) => name === 'Outer')
      await storeFile(bob, 'meanwhile.txt', bytes, { spaceId, folderId: made!.id })
      throw new VaultError('quota_reached', 'no room')
    }
    const copy = {
      to: { spaceId, folderId: null },
      folders: [
        { shown: outer, name: 'Outer', parentId: null },
        { shown: inner, name: 'Inner', parentId: outer.id },
      ],
      files: [{ shown: await shown(ada, id), name: 'deep.txt', parentId: inner.id }],
    }
    await expect(copyItems(api, ada.vault, copy)).rejects.toMatchObject({ code: 'quota_reached' })
    expect((await listFolders(ada.api, ada.vault, spaceId)).map(({ name }) => name)).toEqual(['Outer'])
    const left = await listTeamFiles(ada.api, ada.vault, spaceId)
    expect(left).toMatchObject([{ name: 'meanwhile.txt' }])
    expect((await download(bob, left[0]!.id)).equals(bytes)).toBe(true)
  })

  test('is refused into a space where somebody only reads, and of what they cannot read', async () => {
    const own = await storeFile(eve, 'mine.txt', bytes)
    const objects = await countObjects(eve)
    await expect(copyOne(eve, own, 'mine.txt', { spaceId, folderId: null })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(await countObjects(eve)).toBe(objects)
    expect(await listTeamFiles(ada.api, ada.vault, spaceId)).toEqual([])

    const id = await storeFile(bob, 'minutes.txt', bytes, { spaceId })
    const { row } = await proveFile(bob.api, bob.vault, id)
    const dan = await personWithVault(server)
    await expect(copyOne(dan, id, 'minutes.txt')).rejects.toMatchObject({ code: 'not_found' })
    const body = {
      bucketId: 'encrypted-files',
      sourceKey: row.storage_path,
      destinationKey: `${dan.userId}/stolen.qs1`,
    }
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    await expect(dan.api.fetch('/storage/v1/object/copy', request)).rejects.toMatchObject({ code: 'not_found' })
    expect(await countObjects(dan)).toBe(0)
  })
})

async function copyOne(
  { api, vault }: VaultPerson,
  id: string,
  name: string,
  to: { spaceId: string | null; folderId: null } = HOME,
) {
  const files = [{ shown: await shown({ api, vault }, id), name, parentId: null }]
  return copyItems(api, vault, { to, folders: [], files })
}

async function download({ api, vault }: VaultPerson, id: string): Promise<Buffer> {
  return readContent(api, readingKeys(await proveFile(api, vault, id)))
}

async function countObjects({ userId }: VaultPerson): Promise<number> {
  const { rows } = await server.database.owner<{ count: number }>(
    'select count(*)::integer as count from storage.objects where owner = $1',
    [userId],
  )
  return rows[0]?.count ?? 0
}
