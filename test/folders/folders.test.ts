import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trashTasks } from '#server/trash/trash.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { createFolder, listFolders, moveItems, renameFolder } from '#vault/folders/folders.ts'
import type { Items } from '#vault/folders/items.ts'
import { listUntrashedFiles } from '#vault/files/untrashed-files.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { createTag, listFileTags, listTags, removeTag, tagFile, removeTagFromFile } from '#vault/folders/tags.ts'
import { deleteForever, restoreItems, setStarred, trashItems } from '#vault/folders/trash.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shownItems } from '../support/shown.ts'

const { signal } = new AbortController()

let server: TestServer
let person: VaultPerson
let stranger: VaultPerson
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
  stranger = await personWithVault(server)
})
afterAll(() => server.stop())

describe('folders', () => {
  test('have names that only their owner reads', async () => {
    const made = await folder('Board papers')

    expect(await found(made.id)).toMatchObject({ name: 'Board papers', parentId: null, trashedAt: null })
    const { rows } = await server.database.owner<{ name: string }>('select name from folders where id = $1', [made.id])
    expect(rows[0]?.name).not.toContain('Board')
    expect((await listFolders(stranger.api, stranger.vault)).map(({ id }) => id)).not.toContain(made.id)
  })

  test('a name of another folder does not open', async () => {
    const [one, two] = [await folder('one'), await folder('two')]
    await server.database.owner('update folders set name = (select name from folders where id = $1) where id = $2', [
      one.id,
      two.id,
    ])

    expect((await found(two.id))?.name).toMatch(/^Damaged name/)
  })

  test('a renamed folder keeps its place; two renames at once do not overwrite each other', async () => {
    const made = await folder('before')

    await renameFolder(person.api, person.vault, made, 'after')
    expect((await found(made.id))?.name).toBe('after')

    const results = await Promise.allSettled(
      ['x', 'y'].map((name) => renameFolder(person.api, person.vault, { ...made, name: 'after' }, name)),
    )
    expect(['x', 'y']).toContain((await found(made.id))?.name)
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  })

  test('cannot be moved into itself, below itself, or into the folder of somebody else', async () => {
    const outer = await folder('outer')
    const inner = await folder('inner', outer.id)
    const foreign = await createFolder(stranger.api, stranger.vault, { name: 'foreign', parentId: null })

    for (const to of [outer, inner, foreign]) {
      await expect(
        moveItems(person.api, person.vault, { ...(await shownItems(person, folders(outer.id))), to }),
      ).rejects.toThrow()
    }
    await moveItems(person.api, person.vault, { ...(await shownItems(person, folders(inner.id))), to: null })
    expect(await found(outer.id)).toMatchObject({ parentId: null })
    expect(await found(inner.id)).toMatchObject({ parentId: null })
  })

  test('two moves at once cannot close a circle', async () => {
    const [one, two] = [await folder('one'), await folder('two')]

    const moves = await Promise.allSettled([
      moveItems(person.api, person.vault, { ...(await shownItems(person, folders(one.id))), to: two }),
      moveItems(person.api, person.vault, { ...(await shownItems(person, folders(two.id))), to: one }),
    ])

    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a file', () => {
  test('that its owner moved names its folder in the signed manifest', async () => {
    const made = await folder('target')
    const id = await put('a.txt')

    await moveItems(person.api, person.vault, { ...(await shownItems(person, files(id))), to: made })

    expect((await proveFile(person.api, person.vault, id)).manifest.folderId).toBe(made.id)
    expect(await listed(id)).toMatchObject({ folderId: made.id, name: 'a.txt' })
  })

  test('can get another name with its move, in one version', async () => {
    const made = await folder('target')
    const id = await put('same.txt')

    await moveItems(person.api, person.vault, {
      ...(await shownItems(person, files(id))),
      to: made,
      names: { [id]: 'same (2).txt' },
    })

    expect(await listed(id)).toMatchObject({ folderId: made.id, name: 'same (2).txt' })
    expect((await proveFile(person.api, person.vault, id)).manifest.version).toBe(2)
  })

  test.each([
    ['into another folder', async () => (await folder('elsewhere')).id],
    ['to the top', async () => null],
  ])('that the server moved %s does not open', async (_, target) => {
    const made = await folder('mine')
    const id = await put('b.txt', made.id)

    await server.database.owner('update file_records set folder_id = $1 where id = $2', [await target(), id])

    await expect(proveFile(person.api, person.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })
  })

  test('keeps its folder from being deleted alone; one without a manifest moves up as before', async () => {
    const made = await folder('kept')
    await put('c.txt', made.id)

    await expect(person.api.rest(`folders?id=eq.${made.id}`, { method: 'DELETE' })).rejects.toThrow()

    const plain = await folder('plain')
    const id = await put('d.txt', plain.id)
    await server.database.owner('update file_records set manifest = null where id = $1', [id])
    await person.api.rest(`folders?id=eq.${plain.id}`, { method: 'DELETE' })
    expect(await listed(id)).toMatchObject({ folderId: null })
  })
})

describe('the trash', () => {
  test('takes a folder with what is in it, and gives it back where it was', async () => {
    const outer = await folder('outer')
    const inner = await folder('inner', outer.id)
    const id = await put('deep.txt', inner.id)

    await trashItems(person.api, folders(outer.id))
    expect((await found(outer.id))?.trashedAt).toBeTruthy()
    expect((await listed(id))?.trashedAt).toBeNull()

    expect(await restoreItems(person.api, person.vault, await shownItems(person, folders(outer.id)))).toBe(0)
    expect(await found(outer.id)).toMatchObject({ trashedAt: null, parentId: null })
    expect(await listed(id)).toMatchObject({ folderId: inner.id })
  })

  test('is left out of the list of live files, with what lies in its folders', async () => {
    const outer = await folder('outer')
    const inner = await folder('inner', outer.id)
    const [deep, single, kept] = [await put('deep', inner.id), await put('single'), await put('kept')]

    await trashItems(person.api, { fileIds: [single], folderIds: [outer.id] })

    const live = (await listUntrashedFiles(person.api, person.vault)).map(({ id }) => id)
    expect([deep, single, kept].map((id) => live.includes(id))).toEqual([false, false, true])
  })

  test('gives back at the top what was in a folder that is in the trash itself', async () => {
    const outer = await folder('gone')
    const inner = await folder('inner', outer.id)
    const id = await put('e.txt', outer.id)
    await trashItems(person.api, { fileIds: [id], folderIds: [inner.id] })
    await trashItems(person.api, folders(outer.id))

    expect(
      await restoreItems(person.api, person.vault, await shownItems(person, { fileIds: [id], folderIds: [inner.id] })),
    ).toBe(2)

    expect(await listed(id)).toMatchObject({ folderId: null, trashedAt: null })
    expect(await found(inner.id)).toMatchObject({ parentId: null, trashedAt: null })
    expect((await proveFile(person.api, person.vault, id)).manifest.folderId).toBeNull()
  })

  test('counts the days by the clock of the server, from the first move', async () => {
    const id = await put('f.txt')
    await person.api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body: { trashed_at: '2001-01-01T00:00:00Z' } })

    const first = (await listed(id))?.trashedAt ?? ''
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
    await trashItems(person.api, files(id))
    expect((await listed(id))?.trashedAt).toBe(first)
  })

  test('is emptied for good: records, objects and the folders around them', async () => {
    const outer = await folder('doomed')
    const inner = await folder('inner', outer.id)
    const ids = [await put('g.txt', inner.id), await put('h.txt')]
    const paths = await pathsOf(ids)
    await trashItems(person.api, { fileIds: [ids[1]!], folderIds: [outer.id] })

    await deleteForever(stranger.api, { fileIds: ids, folderIds: [outer.id] })
    expect(await objects(paths)).toBe(2)

    await deleteForever(person.api, { fileIds: [ids[1]!], folderIds: [outer.id] })
    expect(await objects(paths)).toBe(0)
    expect(await found(inner.id)).toBeUndefined()
    expect(await listed(ids[0]!)).toBeUndefined()
  })

  test('is emptied by the server after thirty days, not before', async () => {
    const made = await folder('old')
    const [inside, young, old] = [await put('i.txt', made.id), await put('j.txt'), await put('k.txt')]
    const paths = await pathsOf([inside, young, old])
    await trashItems(person.api, { fileIds: [young, old], folderIds: [made.id] })
    const age = async (table: string, id: string, days: number) =>
      server.database.owner(`update ${table} set trashed_at = now() - make_interval(days => $1) where id = $2`, [
        days,
        id,
      ])
    await pastTriggers(
      server.database,
      "update file_records set placed_at = now() - interval '31 days' where id = $1",
      [inside],
    )
    await age('folders', made.id, 31)
    await age('file_records', old, 31)
    await age('file_records', young, 29)

    await trashTasks(server).tasks['trash:purge']?.({})

    expect(await objects(paths)).toBe(1)
    expect(await listed(young)).toBeDefined()
    expect([await listed(inside), await listed(old), await found(made.id)]).toEqual([undefined, undefined, undefined])
  })
})

test('a star is kept for files and folders', async () => {
  const made = await folder('starred')
  const id = await put('l.txt')

  await setStarred(person.api, { fileIds: [id], folderIds: [made.id] }, true)

  expect([(await listed(id))?.isStarred, (await found(made.id))?.isStarred]).toEqual([true, true])
})

test('tags have sealed names, sit on files, and leave them when they are removed', async () => {
  const { api, vault } = person
  const tag = await createTag(api, vault, { name: 'Urgent', color: '#ef4444' })
  const pair = { fileId: await put('m.txt'), tagId: tag.id }

  await tagFile(api, pair)
  await tagFile(api, pair)
  expect(await listTags(api, vault)).toContainEqual({ id: tag.id, name: 'Urgent', color: '#ef4444' })
  expect(await listFileTags(api)).toEqual([pair])
  const { rows } = await server.database.owner<{ name: string }>('select name from tags where id = $1', [tag.id])
  expect(rows[0]?.name).not.toContain('Urgent')
  await expect(tagFile(stranger.api, pair)).rejects.toThrow()
  expect(await listTags(stranger.api, stranger.vault)).toEqual([])

  await removeTagFromFile(api, pair)
  expect(await listFileTags(api)).toEqual([])
  await tagFile(api, pair)
  await removeTag(api, tag.id)
  expect([await listTags(api, vault), await listFileTags(api)]).toEqual([[], []])
  await expect(createTag(api, vault, { name: 'x', color: '#000000' })).rejects.toThrow()
})

const files = (...fileIds: string[]): Items => ({ fileIds, folderIds: [] })
const folders = (...folderIds: string[]): Items => ({ fileIds: [], folderIds })
const folder = (name: string, parentId: string | null = null) =>
  createFolder(person.api, person.vault, { name, parentId })
const found = async (id: string) => (await listFolders(person.api, person.vault)).find((one) => one.id === id)
const listed = async (id: string) => (await listFiles(person.api, person.vault)).find((one) => one.id === id)

/** Stores a small file. @returns its id */
async function put(name: string, folderId: string | null = null): Promise<string> {
  const { api, vault } = person
  const source = new Blob([randomBytes(100)])
  const plan = planUpload(vault, { name, type: '', sizeBytes: source.size, folderId }, new Date())
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  return plan.fileId
}

async function pathsOf(ids: string[]): Promise<string[]> {
  const query = 'select storage_path from file_records where id = any ($1)'
  return (await server.database.owner<{ storage_path: string }>(query, [ids])).rows.map((row) => row.storage_path)
}

async function objects(paths: string[]): Promise<number> {
  return (await server.database.owner('select from storage.objects where name = any ($1)', [paths])).rowCount ?? 0
}
