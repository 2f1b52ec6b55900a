/** What the server holds of the signed records of folders: their form and numbers, who may write them, and the state of before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FolderRecord, readFolderRecord, signFolderRecord, toBase64Url, utf8 } from '#crypto/index.ts'
import { type VaultFolder, createFolder, listFolders, moveItems, renameFolder } from '#vault/folders/folders.ts'
import { proveFolders } from '#vault/folders/prove-folders.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { makeUnsignedFolder } from '../support/unsigned-folder.ts'

type Row = Record<string, unknown>

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ;[ada, bob] = [await personWithVault(server), await personWithVault(server)]
})
afterAll(() => server.stop())

let outer: VaultFolder
let folder: VaultFolder
beforeEach(async () => {
  outer = await createFolder(ada.api, ada.vault, { name: 'Outer', parentId: null })
  folder = await createFolder(ada.api, ada.vault, { name: 'Case', parentId: null })
})

describe('a record', () => {
  test('is made with the folder, and the next one with each new name and place', async () => {
    const first = await rowOf(folder)
    expect(said(first)).toMatchObject({ folderId: folder.id, parentId: null, version: 1, previous: null, roster: null })
    await renameFolder(ada.api, ada.vault, folder, 'Trial')
    const renamed = await rowOf(folder)
    expect(said(renamed)).toMatchObject({ version: 2, parentId: null, previous: expect.any(Uint8Array) })
    await moveItems(ada.api, ada.vault, { files: [], folders: [{ ...folder, name: 'Trial' }], to: outer })
    expect(said(await rowOf(folder))).toMatchObject({ version: 3, parentId: outer.id })
    await proveFolders(ada.api, ada.vault, [{ ...folder, name: 'Trial', parentId: outer.id }])
    expect(JSON.stringify([first, renamed])).not.toMatch(/Case|Trial/)
  })

  test('gives way only to the next one of its own folder, place and name', async () => {
    const { name: sealed } = await sealedName('Other', 2)
    const right = { name: sealed, version: 2, parent_folder_id: outer.id }
    const record = { ...said(await rowOf(folder)), version: 2, name: Buffer.from(sealed, 'base64url') }
    const next = async (change: Partial<FolderRecord> = {}) =>
      signed({ ...record, parentId: outer.id, previous: new Uint8Array(32), ...change })
    const refused: [string, Row, RegExp | string][] = [
      ['a place without a record', { parent_folder_id: outer.id }, 'app_outdated'],
      ['a name without a record', { name: sealed, version: 2 }, 'app_outdated'],
      ['no record at all', { ...right, record: null, record_signature: null }, 'app_outdated'],
      ['another signature alone', { record_signature: 'x' }, 'app_outdated'],
      ['the version of before', { ...right, ...(await next()), version: 1 }, ''],
      ['a version after the next', { ...right, ...(await next({ version: 3 })), version: 3 }, ''],
      ['another version than its own', { ...right, ...(await next({ version: 3 })) }, ''],
      ['another place', { ...right, ...(await next({ parentId: null })) }, ''],
      ['another name', { ...right, ...(await next({ name: utf8('x') })) }, ''],
      ['another folder', { ...right, ...(await next({ folderId: outer.id })) }, ''],
      ['another space', { ...right, ...(await next({ spaceId: outer.id })) }, ''],
      ['no signature', { ...right, ...(await next()), record_signature: null }, ''],
      ['no JSON', { ...right, record: 'x', record_signature: 'x' }, ''],
      ['a list', { ...right, record: '[]', record_signature: 'x' }, ''],
    ]
    const before = await rowOf(folder)
    for (const [what, body, code] of refused) {
      const outcome = patch(ada, body)
      await expect(outcome, what).rejects.toMatchObject({ name: 'VaultError', ...(code && { code }) })
    }
    expect(await rowOf(folder)).toEqual(before)
    await patch(ada, { ...right, ...(await next()) })
    expect(await rowOf(folder)).toMatchObject({ version: 2, parent_folder_id: outer.id })
    // What it says nothing about is free.
    await patch(ada, { is_starred: true, trashed_at: new Date().toISOString() })
  })

  test('comes with the first version of a new folder, or not at all', async () => {
    const made = await makeUnsignedFolder(ada, 'Old')
    expect(await rowOf(made)).toMatchObject({ record: null, record_signature: null })
    // A program that knows of no records renames and moves it as it always did.
    await patch(ada, { name: 'x', version: 2 }, made.id)
    await patch(ada, { parent_folder_id: outer.id }, made.id)
    const { id, ...row } = await rowOf(folder)
    const copy = { ...row, user_id: undefined, tenant_id: undefined, team_space_id: undefined }
    const other = crypto.randomUUID()
    const insert = (body: Row) => ada.api.rest('folders', { method: 'POST', body, prefer: 'return=minimal' })
    await expect(insert({ ...copy, id: other })).rejects.toThrow('next version of its record')
    await ada.api.rest(`folders?id=eq.${String(id)}`, { method: 'DELETE' })
    await expect(insert({ ...copy, id, version: 2 })).rejects.toThrow('next version of its record')
    await insert({ ...copy, id })
  })

  test('is put back with the name and the place that it speaks of', async () => {
    const before = await rowOf(folder)
    const { rows } = await server.database.owner<{ at: Date }>('select clock_timestamp() as at')
    await renameFolder(ada.api, ada.vault, folder, 'Trial')
    await moveItems(ada.api, ada.vault, { files: [], folders: [{ ...folder, name: 'Trial' }], to: outer })
    const body = { moment: rows[0]?.at.toISOString(), items: [folder.id] }
    expect(await ada.api.rest('rpc/put_back', { method: 'POST', body })).toBe(1)
    const { name, version, record, record_signature, parent_folder_id } = before
    expect(await rowOf(folder)).toMatchObject({ name, version, record, record_signature, parent_folder_id })
    // A device that has seen it later notices; one that has not takes it as it is.
    expect((await listFolders(ada.api, ada.vault)).find(({ id }) => id === folder.id)?.name).toMatch(/^Damaged name/)
    const fresh = await ada.reopen()
    await proveFolders(fresh.api, fresh.vault, [folder])
  })
})

describe('a record in a team space', () => {
  let spaceId: string
  let shared: VaultFolder
  beforeEach(async () => {
    const members = [{ userId: bob.userId, email: bob.email, role: 'editor' as const }]
    spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
    shared = await createFolder(ada.api, ada.vault, { name: 'Minutes', parentId: null, spaceId })
  })

  test('is signed by the person who stores it: nobody puts a place under another name, nor brings one back under it', async () => {
    const first = await rowOf(shared, ada)
    const other = await createFolder(ada.api, ada.vault, { name: 'Other', parentId: null, spaceId })
    await renameFolder(bob.api, bob.vault, shared, 'Protocols')
    await moveItems(bob.api, bob.vault, { files: [], folders: [{ ...shared, name: 'Protocols' }], to: other })
    await proveFolders(ada.api, ada.vault, [{ ...shared, name: 'Protocols', parentId: other.id }])
    const row = await rowOf(shared, bob)
    const record = { ...said(row), version: 4 }
    const { name, space_epoch } = await sealedName('By Ada', 4, spaceId, shared.id)
    const next = { ...record, name: Buffer.from(name, 'base64url') }
    const change = { name, space_epoch, version: 4 }
    const byAda = await signed(next, ada)
    await expect(patchTeam(bob, { ...change, ...byAda })).rejects.toThrow('somebody else signed this')
    await patchTeam(bob, { ...change, ...(await signed(next, bob)) })
    const { record: text, record_signature, name: before } = first
    const back = { name: before, version: 5, record: text, record_signature, parent_folder_id: null }
    await expect(patchTeam(ada, back)).rejects.toThrow('next version of its record')
  })

  const patchTeam = (person: VaultPerson, body: Row) =>
    person.api.rest(`team_folders?id=eq.${shared.id}`, { method: 'PATCH', body })
})

async function rowOf({ id }: VaultFolder, { api }: VaultPerson = ada): Promise<Row> {
  const [row] = (await api.rest(`reachable_folders?select=*&id=eq.${id}`)) as Row[]
  if (!row) throw new Error('the folder is not there')
  return row
}

const said = (row: Row): FolderRecord => readFolderRecord({ text: String(row['record']) })

async function signed(record: FolderRecord, { vault }: VaultPerson = ada): Promise<Row> {
  const { text, signature } = await signFolderRecord(record, vault.signer)
  return { record: text, record_signature: toBase64Url(signature) }
}

async function sealedName(name: string, version: number, spaceId = ada.vault.personalSpace.id, id = folder.id) {
  const epoch = spaceId === ada.vault.personalSpace.id ? ada.vault.personalSpace.epoch : 1
  const sealed = await ada.vault
    .space(spaceId, epoch)
    .records.seal({ kind: 'folder', id, version, field: 'name' }, utf8(name))
  return { name: toBase64Url(sealed), space_epoch: epoch }
}

function patch({ api }: VaultPerson, body: Row, id = folder.id): Promise<unknown> {
  return api.rest(`folders?id=eq.${id}`, { method: 'PATCH', body })
}
