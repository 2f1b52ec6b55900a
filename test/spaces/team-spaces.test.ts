import { describe, expect, test, vi } from 'vitest'
import type { VaultApi } from '#vault/session/api.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { deleteVersion, listVersions, openVersion, restoreVersion } from '#vault/files/file-versions.ts'
import { listReadsByOthers } from '#web/lib/keyless/audit/reads-by-others.ts'
import { createFolder, listFolders, moveItems, renameFolder } from '#vault/folders/folders.ts'
import { listNotices } from '#web/lib/keyless/notices/notices.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { listTeamNames } from '#vault/files/untrashed-files.ts'
import { createTeamSpace, deleteTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { deleteForever, restoreItems, trashItems } from '#vault/folders/trash.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { changeSpace } from '../support/people/change-space.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ada, bob, bytes, download, eve, server, spaceId, spaceOf, stageSpace } from './space-of-three.ts'
import { shown, shownItems } from '../support/shown.ts'

type Row = Record<string, unknown>

stageSpace()

describe('a team space', () => {
  test('is not begun by an account that began as many as there may be, and the refusal says why', async () => {
    await server.database.owner(
      `with made as (insert into public.spaces (tenant_id, owner_id, kind)
                     select tenant_id, null, 'team' from public.profiles, generate_series(1, 500) where user_id = $1 returning id)
       insert into public.team_space_epochs (space_id, epoch, roster, signature, signed_by)
       select id, 1, 'x', 's', $1 from made`,
      [bob.userId],
    )
    const space = { name: 'One more', members: [], me: { email: bob.email } }

    await expect(createTeamSpace(bob.api, bob.vault, space)).rejects.toMatchObject({ code: 'limit_reached' })

    const { rows } = await server.database.owner<{ count: string }>(
      `select count(*) from public.team_space_members where user_id = $1`,
      [bob.userId],
    )
    expect(rows).toEqual([{ count: '1' }])
  })

  test('has a name and members that only they see, and sends them a notice', async () => {
    for (const person of [ada, bob, eve]) {
      const space = await spaceOf(person)
      expect(space).toMatchObject({ id: spaceId, name: 'Board', problem: null })
      const roles = new Map(space?.members.map(({ email, role }) => [email, role]))
      expect(Object.fromEntries(roles)).toEqual({
        [ada.email]: 'manager',
        [bob.email]: 'editor',
        [eve.email]: 'viewer',
      })
    }
    const dan = await personWithVault(server)
    expect(await listTeamSpaces(dan.api, dan.vault)).toEqual([])
    expect(await listNotices(bob.api, 10)).toMatchObject([
      { kind: 'team_space_added', details: { space_id: spaceId, added_by: ada.userId } },
    ])
    const rows = await server.database.owner<{ roster: string }>(
      'select roster from team_space_epochs where space_id = $1',
      [spaceId],
    )
    expect(JSON.stringify(rows.rows)).not.toContain('Board')
  })

  test('is a place where editors store, and everybody opens, files and folders', async () => {
    const folder = await createFolder(bob.api, bob.vault, { name: 'Minutes', parentId: null, spaceId })
    const id = await storeFile(bob, 'may.txt', bytes, { spaceId, folderId: folder.id })

    for (const person of [ada, bob, eve]) {
      expect(await listTeamFiles(person.api, person.vault, spaceId)).toMatchObject([
        { id, name: 'may.txt', folderId: folder.id, sizeBytes: bytes.length },
      ])
      expect(await listFolders(person.api, person.vault, spaceId)).toMatchObject([{ id: folder.id, name: 'Minutes' }])
      expect((await download(person, id)).equals(bytes)).toBe(true)
      // Neither is among what is their own.
      expect(await listFiles(person.api, person.vault)).toEqual([])
      expect(await listFolders(person.api, person.vault)).toEqual([])
    }

    // Who stored it reads who opened it, and not that they did so themselves.
    const reads = await listReadsByOthers(bob.api, { limit: 10, fileId: id })
    expect(reads.map(({ user_id }) => user_id)).toEqual([eve.userId, ada.userId])
    expect(await listReadsByOthers(ada.api, { limit: 10, fileId: id })).toEqual([])

    await renameFile(ada.api, ada.vault, await shown(ada, id), 'june.txt')
    await renameFolder(ada.api, ada.vault, folder, 'Protocols')
    await moveItems(ada.api, ada.vault, { files: [await shown(ada, id)], folders: [], to: null })
    expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toMatchObject([{ id, name: 'june.txt', folderId: null }])
    expect(await listFolders(eve.api, eve.vault, spaceId)).toMatchObject([{ name: 'Protocols' }])
  })

  test('keeps versions that members restore and delete, whoever made them', async () => {
    const id = await storeFile(bob, 'plan.txt', bytes, { spaceId })
    await replaceFile(ada, id, Buffer.from('second'))
    const [version] = await listVersions(eve.api, eve.vault, { id, spaceId })
    expect(version).toMatchObject({ isDamaged: false, sizeBytes: bytes.length })
    const { keys } = await openVersion(eve.api, eve.vault, version!)
    expect((await readContent(eve.api, keys)).equals(bytes)).toBe(true)
    expect(String(await download(eve, id))).toBe('second')
    // His file, whatever of it is in her folder.
    expect(String(await download(bob, id))).toBe('second')
    const reads = await listReadsByOthers(bob.api, { limit: 10, fileId: id })
    expect(new Set(reads.map(({ user_id }) => user_id))).toEqual(new Set([eve.userId]))

    await restoreVersion(bob.api, bob.vault, version!)
    expect((await download(eve, id)).equals(bytes)).toBe(true)
    const [second] = await listVersions(ada.api, ada.vault, { id, spaceId })
    await deleteVersion(ada.api, ada.vault, second!)
    expect(await listVersions(ada.api, ada.vault, { id, spaceId })).toEqual([])
  })

  test('has a trash of its own, and lets go of bytes with the file', async () => {
    const folder = await createFolder(bob.api, bob.vault, { name: 'Old', parentId: null, spaceId })
    const id = await storeFile(bob, 'old.txt', bytes, { spaceId, folderId: folder.id })
    const items = { fileIds: [id], folderIds: [folder.id], spaceId }
    await trashItems(ada.api, items)
    expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toMatchObject([{ trashedAt: expect.any(String) }])
    await restoreItems(bob.api, bob.vault, await shownItems(bob, items))
    expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toMatchObject([{ trashedAt: null }])
    const { row } = await proveFile(bob.api, bob.vault, id)
    await deleteForever(ada.api, { fileIds: [], folderIds: [folder.id], spaceId })
    expect(await listTeamFiles(bob.api, bob.vault, spaceId)).toEqual([])
    const left = await server.database.owner('select from storage.objects where name = $1', [row.storage_path])
    expect(left.rows).toEqual([])
  })

  test('tells names of files that are not in the trash, as many as are wanted, and reads nothing else for it', async () => {
    const folder = await createFolder(bob.api, bob.vault, { name: 'Old', parentId: null, spaceId })
    const first = await storeFile(bob, 'first.txt', bytes, { spaceId })
    const second = await storeFile(bob, 'second.txt', bytes, { spaceId })
    const inTrash = [await storeFile(bob, 'old.txt', bytes, { spaceId, folderId: folder.id })]
    await trashItems(ada.api, { fileIds: [], folderIds: [folder.id], spaceId })
    await listTeamSpaces(eve.api, eve.vault)
    const rest = vi.spyOn(eve.api, 'rest')
    const names = async (most: number) => listTeamNames(eve.api, eve.vault, spaceId, most)
    expect(await names(3)).toEqual({
      names: [
        { id: second, name: 'second.txt' },
        { id: first, name: 'first.txt' },
      ],
      isWhole: true,
    })
    expect(await names(2)).toEqual({ names: [{ id: second, name: 'second.txt' }], isWhole: false })
    expect(new Set(rest.mock.calls.map(([query]) => query.split('?')[0]))).toEqual(
      new Set(['team_files', 'team_folders']),
    )
    rest.mockRestore()
    await deleteForever(ada.api, { fileIds: [first, second, ...inTrash], folderIds: [folder.id], spaceId })
  })

  test('is read only for a viewer and closed to everybody else', async () => {
    const id = await storeFile(bob, 'secret.txt', bytes, { spaceId })
    await expect(storeFile(eve, 'mine.txt', bytes, { spaceId })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(renameFile(eve.api, eve.vault, await shown(eve, id), 'other.txt')).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(trashItems(eve.api, { fileIds: [id], folderIds: [], spaceId })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await deleteForever(eve.api, { fileIds: [id], folderIds: [], spaceId })
    await expect(deleteTeamSpace(eve.api, eve.vault, spaceId)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await listTeamFiles(eve.api, eve.vault, spaceId)).toHaveLength(1)

    const dan = await personWithVault(server)
    const { row } = await proveFile(bob.api, bob.vault, id)
    for (const table of ['team_files', 'reachable_files', 'file_records', 'team_space_members']) {
      const rows = await dan.api.rest(`${table}?select=*`).catch(() => [])
      expect(rows, table).toEqual([])
    }
    await expect(dan.api.fetch(`/storage/v1/object/encrypted-files/${row.storage_path}`, {})).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('takes only objects that the person stored, in folders of the space, under the newest key', async () => {
    const own = await storeFile(bob, 'personal.txt', bytes)
    const { row } = await proveFile(bob.api, bob.vault, own)
    const record = {
      original_name: 'x',
      file_name: 'x',
      file_size: 1,
      mime_type: 'x',
      encryption_key: 'x',
      space_epoch: 1,
    }
    const insert = (api: VaultApi, body: object) =>
      api.rest('team_files', { method: 'POST', body: { ...record, space_id: spaceId, ...body } })
    const foreign = await storeFile(ada, 'adas.txt', bytes)
    const { row: adas } = await proveFile(ada.api, ada.vault, foreign)
    await expect(insert(bob.api, { storage_path: adas.storage_path })).rejects.toThrow('somebody else')
    await expect(insert(bob.api, { storage_path: row.storage_path, space_epoch: 7 })).rejects.toMatchObject({
      code: 'space_changed',
    })
    const folder = await createFolder(bob.api, bob.vault, { name: 'Mine', parentId: null })
    await expect(insert(bob.api, { storage_path: row.storage_path, folder_id: folder.id })).rejects.toThrow(
      'not in the space',
    )
  })
})

describe('a long history', () => {
  test('comes in pages, newest first, and everybody in it 500 at a time', async () => {
    for (const name of ['Council', 'Committee', 'Cabinet']) await changeSpace(ada, spaceId, { name })
    const { rows } = await server.database.owner<{ removes_only: boolean }>(
      'select removes_only from team_space_epochs where space_id = $1',
      [spaceId],
    )
    expect(rows.map((row) => row.removes_only)).toEqual([false, false, false, false])
    const ask = async (name: string, body: object) =>
      (await bob.api.rest(`rpc/${name}`, { method: 'POST', body: { space: spaceId, ...body } })) as Row[]
    const epochsOf = async (below?: number) => (await ask('team_space_history', { below })).map(({ epoch }) => epoch)
    expect(await epochsOf()).toEqual([4, 3, 2, 1])
    expect(await epochsOf(3)).toEqual([2, 1])
    expect(await epochsOf(1)).toEqual([])
    // Of eleven such rosters ten fit into an answer.
    await server.database.owner(
      `insert into team_space_epochs (space_id, epoch, roster, signature)
       select $1, n, repeat('x', 400000), 'x' from generate_series(5, 15) as n`,
      [spaceId],
    )
    expect(await epochsOf()).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
    expect(await epochsOf(6)).toEqual([5, 4, 3, 2, 1])

    await server.database.owner(
      `insert into team_space_bundles (space_id, user_id, statement, signature)
       select $1, gen_random_uuid(), 'x', 'x' from generate_series(1, 600)`,
      [spaceId],
    )
    const first = await ask('team_space_people', {})
    const rest = await ask('team_space_people', { after: first.at(-1)?.['user_id'] })
    expect([first.length, rest.length]).toEqual([500, 103])
    expect(new Set([...first, ...rest].map((row) => row['user_id'])).size).toBe(603)

    const dan = await personWithVault(server)
    const body = { space: spaceId }
    expect(await dan.api.rest('rpc/team_space_history', { method: 'POST', body })).toEqual([])
    expect(await dan.api.rest('rpc/team_space_people', { method: 'POST', body })).toEqual([])
  })
})
