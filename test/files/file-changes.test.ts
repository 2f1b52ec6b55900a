import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PAGE_ENTRIES } from '#crypto/index.ts'
import { trashTasks } from '#server/trash/trash.ts'
import { FileIndex } from '#vault/files/file-index.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { type FileChanges, type SyncedSpace, syncFiles } from '#vault/files/sync-files.ts'
import { deleteForever, setStarred, trashItems } from '#vault/folders/trash.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

let server: TestServer
let person: VaultPerson
let list: SyncedSpace
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  person = await personWithVault(server)
  list = { id: person.vault.personalSpace.id, index: new FileIndex(PAGE_ENTRIES), cursor: null }
})
afterAll(() => server.stop())

test('changes and deletions arrive, and each of them once', async () => {
  const one = await storeFile(person, 'one.txt', randomBytes(10))
  const two = await storeFile(person, 'two.txt', randomBytes(10))
  expect(namesOf(await sync())).toEqual(['one.txt', 'two.txt'])
  expect(await sync()).toEqual({ changed: [], removed: [] })

  await renameFile(person.api, person.vault, await shown(person, one), 'first.txt')
  await setStarred(person.api, only(two), true)
  const changes = await sync()
  expect(namesOf(changes)).toEqual(['first.txt', 'two.txt'])
  expect(changes.changed.find(({ id }) => id === two)?.isStarred).toBe(true)

  await trashItems(person.api, only(two))
  expect((await sync()).changed[0]?.trashedAt).not.toBeNull()
  await deleteForever(person.api, only(two))
  expect(await sync()).toEqual({ changed: [], removed: [two] })
  await expectWhole()
})

test('what commits late is not missed, in whatever order they commit', async () => {
  const late = await storeFile(person, 'late.txt', randomBytes(10))
  const early = await storeFile(person, 'early.txt', randomBytes(10))
  await sync()

  await server.database.asOwner(async (transaction) => {
    // It draws its number before the other change and becomes visible after the list was read.
    await transaction.query({ text: 'update file_records set is_starred = true where id = $1', values: [late] })
    await setStarred(person.api, only(early), true)
    expect((await sync()).changed.map(({ id }) => id)).toEqual([early])
    expect((await sync()).changed).toEqual([])
  })

  expect((await sync()).changed.map(({ id }) => id)).toEqual([late])
  await expectWhole()
})

test('somebody else learns nothing, and changes nothing here', async () => {
  const stranger = await personWithVault(server)
  const foreign = await storeFile(stranger, 'foreign.txt', randomBytes(10))
  await storeFile(person, 'own.txt', randomBytes(10))
  expect(namesOf(await sync())).toEqual(['own.txt'])
  await deleteForever(stranger.api, only(foreign))

  const answer = await person.api.rest('rpc/file_changes', {
    method: 'POST',
    body: { space: stranger.vault.personalSpace.id, since: 0 },
  })

  expect(answer).toMatchObject({ count: 0, sum: 0, files: [], removed: [] })
  expect(await sync()).toEqual({ changed: [], removed: [] })
  const own = await person.api.rest('file_removals?select=file_id')
  expect(own).toEqual([])
  await expect(
    person.api.rest('file_removals', {
      method: 'POST',
      body: { space_id: list.id, file_id: randomUUID(), changed: 1 },
    }),
  ).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a file that is missing here, and one too many, are found by the totals', async () => {
  const one = await storeFile(person, 'one.txt', randomBytes(10))
  await storeFile(person, 'two.txt', randomBytes(10))
  await sync()

  list.index.remove(one)
  await sync()
  await expectWhole()

  await server.database.owner(`delete from file_records where id = $1`, [one])
  await server.database.owner(`delete from file_removals where file_id = $1`, [one])
  expect((await sync()).removed).toEqual([one])
  await expectWhole()
})

test('a device that was away for longer than deletions are noted reads its list again', async () => {
  const gone = await storeFile(person, 'gone.txt', randomBytes(10))
  const recent = await storeFile(person, 'recent.txt', randomBytes(10))
  await storeFile(person, 'kept.txt', randomBytes(10))
  await sync()
  await deleteForever(person.api, { fileIds: [gone, recent], folderIds: [] })
  await server.database.owner(`update file_removals set removed_at = now() - interval '61 days' where file_id = $1`, [
    gone,
  ])

  await trashTasks({ database: server.database }).tasks['removals:purge']?.({})

  const { rows } = await server.database.owner<{ id: string }>(
    'select file_id as id from file_removals where space_id = $1',
    [list.id],
  )
  expect(rows).toEqual([{ id: recent }])
  expect((await sync()).removed.toSorted()).toEqual([gone, recent].toSorted())
  await expectWhole()
})

test('a server that was set back is read whole', async () => {
  await storeFile(person, 'one.txt', randomBytes(10))
  await sync()
  list.cursor = 2 ** 50

  await sync()

  expect(list.cursor).toBeLessThan(2 ** 50)
  await expectWhole()
})

test('an older row does not bring its name back, and the file does not open', async () => {
  const id = await storeFile(person, 'before.txt', randomBytes(10))
  const { rows } = await server.database.owner<{ name: string; manifest: string; signature: string }>(
    'select original_name as name, manifest, manifest_signature as signature from file_records where id = $1',
    [id],
  )
  await renameFile(person.api, person.vault, await shown(person, id), 'after.txt')
  expect(namesOf(await sync())).toEqual(['after.txt'])

  const old = rows[0]
  await server.database.owner(
    'update file_records set version = 1, original_name = $2, manifest = $3, manifest_signature = $4 where id = $1',
    [id, old?.name, old?.manifest, old?.signature],
  )
  await sync()

  expect(list.index.get(id)?.file.name).toBe('after.txt')
  await expect(proveFile(person.api, person.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })
})

test('a name that did not open is asked for again', async () => {
  const id = await storeFile(person, 'name.txt', randomBytes(10))
  const { rows } = await server.database.owner<{ name: string }>(
    'select original_name as name from file_records where id = $1',
    [id],
  )
  await server.database.owner('update file_records set original_name = $2 where id = $1', [id, 'AAAA'])
  expect(namesOf(await sync())[0]).toMatch(/^Damaged name/)

  await server.database.owner('alter table file_records disable trigger file_records_stamp_change')
  await server.database.owner('update file_records set original_name = $2 where id = $1', [id, rows[0]?.name])
  await server.database.owner('alter table file_records enable trigger file_records_stamp_change')

  expect(namesOf(await sync())).toEqual(['name.txt'])
})

test('a space with more files than one answer holds is read whole, from both ends', async () => {
  await storeFile(person, 'template.txt', randomBytes(10))
  await server.database.asOwner(async (transaction) => {
    // Records without objects behind them: a list does not look at those.
    await transaction.query({ text: `set local session_replication_role = 'replica'`, values: [] })
    await transaction.query({
      text: `insert into file_records (user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key,
                                       storage_path, space_id, space_epoch, created_at)
             select f.user_id, f.tenant_id, 'x', 'AAAA', n, 'AAAA', 'x', f.user_id || '/' || n, f.space_id, 1,
                    now() - make_interval(secs => n % 50)
             from file_records f, generate_series(1, 2500) n where f.user_id = $1`,
      values: [person.userId],
    })
  })
  const seen: number[] = []

  await sync((read, total) => seen.push(read / total))

  expect(list.index.size).toBe(2501)
  expect(seen.at(-1)).toBe(1)
  expect(seen.length).toBeGreaterThan(3)
  expect(await sync()).toMatchObject({ removed: [] })
})

async function sync(onProgress: (read: number, total: number) => void = () => undefined): Promise<FileChanges> {
  const heard: FileChanges['changed'] = []
  const changes = await syncFiles(person.api, person.vault, list, {
    onFiles: (files) => heard.push(...files),
    onProgress,
  })
  return { changed: [...heard, ...changes.changed], removed: changes.removed }
}

/** The list followed by its changes is the list as it is read again. */
async function expectWhole(): Promise<void> {
  const own = [...list.index.entries()].map(({ file }) => file).toSorted(byId)
  expect(own).toEqual((await listFiles(person.api, person.vault)).toSorted(byId))
}

const only = (id: string) => ({ fileIds: [id], folderIds: [] })
const namesOf = ({ changed }: FileChanges) => changed.map(({ name }) => name).toSorted()
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
