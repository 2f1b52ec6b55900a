/**
 * A server whose answers are each honest by themselves, and whose lists are not: a file is shown in another folder, under the name of
 * before, or in the list of another space, and what is asked of it by its id is true.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAGE_ENTRIES } from '#crypto/index.ts'
import { FileIndex } from '#vault/files/file-index.ts'
import {
  type FileVersion,
  deleteVersion,
  listVersions,
  openVersion,
  restoreVersion,
} from '#vault/files/file-versions.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { syncFiles } from '#vault/files/sync-files.ts'
import type { Shown } from '#vault/files/shown.ts'
import { copyItems } from '#vault/folders/copy-items.ts'
import { createFolder, listFolders, moveItems, renameFolder } from '#vault/folders/folders.ts'
import { createTag, listTags } from '#vault/folders/tags.ts'
import { restoreItems, trashItems } from '#vault/folders/trash.ts'
import { readContent, replaceFile, storeFile } from '../../support/stored-file.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { listGrants, shareFile } from '#vault/sharing/grants.ts'
import { listLinks } from '#vault/sharing/links/links.ts'
import { createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { planReplacement } from '#vault/transfer/upload-plan.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { shown, shownFolder } from '../../support/shown.ts'
import { stageAttacked } from '../attacked.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
const elsewhere = { name: 'VaultError', code: 'not_as_shown' }
const refused = { name: 'VaultError', code: 'folder_refused' }
const terms = { days: 7, password: null, maxDownloads: null, sender: null }
const now = new Date()
let ada: VaultPerson
let bob: VaultPerson
/** Where Ada is an editor, and Bob a colleague. */
let spaceId: string
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
  spaceId = await createTeamSpace(bob.api, bob.vault, {
    name: 'Board',
    members: [{ userId: ada.userId, email: ada.email, role: 'editor' }],
  })
})

describe('a file that a list shows in a folder in which it does not lie', () => {
  let photos: string
  let secret: string
  let lie: Shown
  let honest: Shown
  beforeEach(async () => {
    photos = (await createFolder(ada.api, ada.vault, { name: 'Photos', parentId: null })).id
    secret = await storeFile(ada, 'passwords.txt', Buffer.from('hunter2'))
    const beach = await storeFile(ada, 'beach.jpg', randomBytes(10), { folderId: photos })
    honest = await shown(ada, beach)
    lieInList({ [secret]: { folder_id: photos } })
    lie = await listed(secret)
    expect(lie).toMatchObject({ folderId: photos, name: 'passwords.txt' })
  })

  test('goes into no link, alone or with the folder', async () => {
    const before = await listLinks(ada.api, ada.vault)
    await expect(createLink(ada.api, ada.vault, { ...terms, file: lie }, now)).rejects.toMatchObject(elsewhere)
    const folder = await shownFolder(ada, photos)
    const files = [honest, lie].map((one) => ({ shown: one, within: [folder] }))
    const several = { ...terms, folder, files }
    await expect(createLinkToSeveral(ada.api, ada.vault, several, now)).rejects.toMatchObject(elsewhere)
    expect(await listLinks(ada.api, ada.vault)).toEqual(before)
  })

  test('is given to nobody', async () => {
    const peers = [await findPerson(ada.api, ada.vault, bob.email)]
    await expect(shareFile(ada.api, ada.vault, { file: lie, peers, days: null, now })).rejects.toMatchObject(elsewhere)
    expect(await listGrants(ada.api, ada.vault, secret)).toEqual([])
  })

  test('is not copied into a space', async () => {
    const files = [{ shown: lie, name: 'passwords.txt', parentId: null }]
    const copy = copyItems(ada.api, ada.vault, { to: { spaceId, folderId: null }, folders: [], files })
    await expect(copy).rejects.toMatchObject(elsewhere)
    expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toEqual([])
  })

  test('is neither moved nor renamed nor given other content, and the others are moved', async () => {
    const target = await createFolder(ada.api, ada.vault, { name: 'Target', parentId: null })
    const move = { files: [lie, honest], folders: [], to: target }
    await expect(moveItems(ada.api, ada.vault, move)).rejects.toMatchObject(elsewhere)
    expect((await proveFile(ada.api, ada.vault, honest.id)).manifest.folderId).toBe(target.id)
    await expect(renameFile(ada.api, ada.vault, lie, 'x')).rejects.toMatchObject(elsewhere)
    const file = { name: '', type: '', sizeBytes: 1, folderId: photos }
    await expect(planReplacement(ada.api, ada.vault, { shown: lie, file, now })).rejects.toMatchObject(elsewhere)
    expect((await proveFile(ada.api, ada.vault, secret)).manifest).toMatchObject({ version: 1, folderId: null })
  })

  test('does not come back at the top of the vault, and the others come out of the trash', async () => {
    const gone = await createFolder(ada.api, ada.vault, { name: 'Gone', parentId: null })
    const kept = await storeFile(ada, 'kept.txt', randomBytes(5), { folderId: gone.id })
    const other = await shown(ada, honest.id)
    await trashItems(ada.api, { fileIds: [kept, other.id], folderIds: [gone.id] })
    const files = [{ ...(await shown(ada, kept)), folderId: photos }, other]
    await expect(restoreItems(ada.api, ada.vault, { files, folders: [] })).rejects.toMatchObject(elsewhere)
    expect((await proveFile(ada.api, ada.vault, kept)).manifest).toMatchObject({ version: 1, folderId: gone.id })
    expect((await proveFile(ada.api, ada.vault, other.id)).row.trashed_at).toBeNull()
  })
})

describe('a file under the name of before', () => {
  test('is shared with nobody', async () => {
    const id = await storeFile(bob, 'invitation.txt', randomBytes(5), { spaceId })
    const before = await shown(ada, id)
    await renameFile(bob.api, bob.vault, before, 'salaries.txt')
    const copy = { to: { spaceId: null, folderId: null }, folders: [], files: [] }
    const files = [{ shown: before, name: 'invitation.txt', parentId: null }]
    await expect(copyItems(ada.api, ada.vault, { ...copy, files })).rejects.toMatchObject(elsewhere)
    // What somebody changed in its place and under its name meanwhile is the file that was meant.
    await replaceFile(bob, id, randomBytes(9))
    const after = { ...(await shown(ada, id)), version: 2 }
    const copied = [{ shown: after, name: 'copy.txt', parentId: null }]
    expect((await copyItems(ada.api, ada.vault, { ...copy, files: copied })).fileIds).toHaveLength(1)
  })

  test('that an older answer brings back is refused', async () => {
    const id = await storeFile(bob, 'plan.txt', randomBytes(5), { spaceId })
    const [old] = (await ada.api.rest(`reachable_files?select=*&id=eq.${id}`)) as Row[]
    await replaceFile(bob, id, randomBytes(9))
    const newer = await listedIn(id)
    expect(newer.version).toBe(2)
    attacked.proxy.tamperJson<Row[]>('reachable_files', (rows) => rows.map((row) => (row['id'] === id ? old! : row)))
    const files = [{ shown: newer, name: 'plan.txt', parentId: null }]
    const copy = copyItems(ada.api, ada.vault, { to: { spaceId: null, folderId: null }, folders: [], files })
    await expect(copy).rejects.toMatchObject(elsewhere)
  })
})

describe('a row of a space in which others are', () => {
  let theirs: string
  let row: Row
  beforeEach(async () => {
    theirs = await storeFile(bob, 'backup.tar', Buffer.from('monday'), { spaceId })
    // Ada’s vault has the keys of the space.
    await listTeamFiles(ada.api, ada.vault, spaceId)
    const columns =
      'id,folder_id,original_name,mime_type,file_size,created_at,last_accessed,is_encrypted,is_shared,is_starred,trashed_at,space_id,space_epoch,version'
    ;[row] = (await ada.api.rest(`team_files?select=${columns}&id=eq.${theirs}`)) as [Row]
  })

  test('is damaged in the list of one’s own files', async () => {
    const own = await storeFile(ada, 'own.txt', randomBytes(5))
    attacked.proxy.tamperJson<Row[]>('/file_records?select', (rows) => {
      return rows.map((one) => (one['id'] === own ? { ...row, created_at: one['created_at'] } : one))
    })
    const found = (await listFiles(ada.api, ada.vault)).find(({ id }) => id === theirs)
    expect(found).toMatchObject({ spaceId: null, name: expect.stringMatching(/^Damaged name/) })
  })

  test('is damaged in what a device follows, also where its name was known', async () => {
    const space = { id: ada.vault.personalSpace.id, index: new FileIndex(PAGE_ENTRIES), cursor: 0 }
    const listener = { onFiles: () => undefined, onProgress: () => undefined }
    const feed = { next: 1, count: 1, sum: 5, files: [{ ...row, changed: 5 }], removed: [] }
    attacked.proxy.tamperJson('rpc/file_changes', () => feed)
    const { changed } = await syncFiles(ada.api, ada.vault, space, listener)
    expect(changed).toMatchObject([{ id: theirs, name: expect.stringMatching(/^Damaged name/) }])

    const file = { ...changed[0]!, name: 'backup.tar' }
    space.index.put({ file, version: 1, changed: 4, isDamaged: false })
    space.cursor = 0
    const again = await syncFiles(ada.api, ada.vault, space, listener)
    expect(again.changed).toMatchObject([{ name: expect.stringMatching(/^Damaged name/) }])
  })

  test('is damaged in the list of another space', async () => {
    const other = await createTeamSpace(ada.api, ada.vault, { name: 'Own', members: [] })
    const here = await storeFile(ada, 'here.txt', randomBytes(5), { spaceId: other })
    // The page behind it is empty, or the list would have no end.
    attacked.proxy.tamperJson<Row[]>('/team_files?select', (rows) => {
      return attacked.proxy.changed() > 0 ? [] : rows.map((one) => (one['id'] === here ? row : one))
    })
    const [found] = await listTeamFiles(ada.api, ada.vault, other)
    expect(found).toMatchObject({ id: theirs, spaceId: other, name: expect.stringMatching(/^Damaged name/) })
  })

  test('gets no content that was meant for one’s own folder', async () => {
    const file = { name: 'backup.tar', type: '', sizeBytes: 5, folderId: null }
    const real = await shown(ada, theirs)
    for (const lie of [real, { ...real, spaceId: null }]) {
      await expect(planReplacement(ada.api, ada.vault, { shown: lie, file, now })).rejects.toMatchObject(elsewhere)
    }
  })

  test('that comes again on each page does not keep a list from ending', async () => {
    await Promise.all(['One', 'Two'].map((name) => createFolder(ada.api, ada.vault, { name, parentId: null })))
    await createTag(ada.api, ada.vault, { name: 'once', color: '#ef4444' })
    await storeFile(ada, 'once.txt', Buffer.from('once'))
    const lists = {
      'folders?select': () => listFolders(ada.api, ada.vault),
      'tags?select': () => listTags(ada.api, ada.vault),
      'file_records?select': () => listFiles(ada.api, ada.vault),
    }
    for (const [path, list] of Object.entries(lists)) {
      attacked.proxy.honest()
      const honest = (await list()).map(({ id }) => id)
      let first: Row[] | undefined
      attacked.proxy.tamperJson<Row[]>(path, (rows) => (first ??= rows))
      expect((await list()).map(({ id }) => id)).toEqual(honest)
    }
  })

  test('of a folder or a tag is damaged too, and no name is sealed for its space', async () => {
    const made = await createFolder(bob.api, bob.vault, { name: 'Theirs', parentId: null, spaceId })
    const own = await createFolder(ada.api, ada.vault, { name: 'Own', parentId: null })
    const [folder] = (await ada.api.rest(`reachable_folders?select=*&id=eq.${made.id}`)) as Row[]
    attacked.proxy.tamperJson<Row[]>('folders?select', (rows) =>
      rows.map((one) => (one['id'] === own.id ? { ...one, ...folder } : one)),
    )
    const found = (await listFolders(ada.api, ada.vault)).find(({ id }) => id === made.id)
    expect(found?.name).toMatch(/^Damaged name/)
    await expect(renameFolder(ada.api, ada.vault, own, 'private words')).rejects.toMatchObject({ code: 'not_found' })
    attacked.proxy.tamperJson<Row[]>('folders?select', (rows) =>
      rows.map((one) => (one['id'] === own.id ? { ...one, space_id: spaceId, space_epoch: 1 } : one)),
    )
    await expect(renameFolder(ada.api, ada.vault, own, 'private words')).rejects.toMatchObject(refused)

    attacked.proxy.honest()
    const tag = await createTag(ada.api, ada.vault, { name: 'urgent', color: '#ef4444' })
    const board = ada.vault.space(spaceId, 1)
    const sealed = await board.records.seal(
      { kind: 'tag', id: tag.id, version: 1, field: 'name' },
      new TextEncoder().encode('planted'),
    )
    const planted = { name: Buffer.from(sealed).toString('base64url'), space_id: spaceId, space_epoch: 1 }
    attacked.proxy.tamperJson<Row[]>('tags?select', (rows) => rows.map((one) => ({ ...one, ...planted })))
    const names = (await listTags(ada.api, ada.vault)).map(({ name }) => name)
    expect(names.filter((name) => !name.startsWith('Damaged name'))).toEqual([])
    expect(names.length).toBeGreaterThan(0)
  })
})

describe('a version', () => {
  let contract: string
  let acl: string
  let versions: FileVersion[]
  beforeEach(async () => {
    contract = await storeFile(ada, 'contract.txt', Buffer.from('first'))
    await replaceFile(ada, contract, Buffer.from('second'))
    await replaceFile(ada, contract, Buffer.from('third'))
    acl = await storeFile(ada, 'acl.txt', Buffer.from('mallory is admin'))
    await replaceFile(ada, acl, Buffer.from('nobody is admin'))
    versions = await listVersions(ada.api, ada.vault, { id: contract, spaceId: null })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
  })

  const acts = [
    ['put back', (shown: FileVersion) => restoreVersion(ada.api, ada.vault, shown)],
    ['opened', (shown: FileVersion) => openVersion(ada.api, ada.vault, shown)],
    ['deleted', (shown: FileVersion) => deleteVersion(ada.api, ada.vault, shown)],
  ] as const
  test.each(acts)('of another number, or of another file, is not %s in its place', async (_, act) => {
    const [second, first] = versions as [FileVersion, FileVersion]
    const [foreign] = await listVersions(ada.api, ada.vault, { id: acl, spaceId: null })
    for (const other of [first.id, foreign!.id]) {
      const [row] = (await ada.api.rest(`reachable_versions?select=*&id=eq.${other}`)) as Row[]
      for (const answer of [row!, { ...row!, id: second.id }]) {
        attacked.proxy.tamperJson<Row[]>('reachable_versions?', () => [answer])
        await expect(act(second)).rejects.toMatchObject(elsewhere)
        expect(attacked.proxy.changed()).toBeGreaterThan(0)
        attacked.proxy.honest()
      }
    }
    const keys = readingKeys(await proveFile(ada.api, ada.vault, contract))
    expect(String(await readContent(ada.api, keys))).toBe('third')
    expect(await listVersions(ada.api, ada.vault, { id: contract, spaceId: null })).toHaveLength(2)
  })

  test('of other content under the same number is not the one that was shown', async () => {
    const [second] = versions as [FileVersion]
    const claims = { ...second, contentId: versions[1]!.contentId }
    await expect(restoreVersion(ada.api, ada.vault, claims)).rejects.toMatchObject(elsewhere)
  })

  test('of another file is damaged in the list', async () => {
    const [row] = (await ada.api.rest(`reachable_versions?select=*&file_id=eq.${acl}`)) as Row[]
    attacked.proxy.tamperJson<Row[]>('reachable_versions?', () => [row!])
    const listed = await listVersions(ada.api, ada.vault, { id: contract, spaceId: null })
    expect(listed).toMatchObject([{ isDamaged: true, name: '' }])
  })
})

test('an answer about another file than was asked for is refused', async () => {
  const [one, other] = [await storeFile(ada, 'one', randomBytes(5)), await storeFile(ada, 'other', randomBytes(5))]
  attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) => rows.map((row) => ({ ...row, id: other })))
  await expect(proveFile(ada.api, ada.vault, one)).rejects.toMatchObject({ code: 'file_damaged' })
})

/** Changes rows of lists, by their ids; what is asked of a file alone stays true. */
function lieInList(changes: Record<string, Row>): void {
  attacked.proxy.tamperJson<Row[]>('/file_records?select', (rows) =>
    rows.map((row) => ({ ...row, ...changes[String(row['id'])] })),
  )
}

async function listed(id: string): Promise<Shown> {
  const found = (await listFiles(ada.api, ada.vault)).find((file) => file.id === id)
  if (!found) throw new Error('the file is not in the list')
  return found
}

async function listedIn(id: string): Promise<Shown> {
  const found = (await listTeamFiles(ada.api, ada.vault, spaceId)).find((file) => file.id === id)
  if (!found) throw new Error('the file is not in the list')
  return found
}
