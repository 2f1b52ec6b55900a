/** An editor who has the bytes and the signed manifest of an earlier state of somebody else's file. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toHex } from '#crypto/index.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { deleteForever } from '#vault/folders/trash.ts'
import { replaceFile, storeFile } from '../support/stored-file.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { ada, bob, bytes, download, server, spaceId, stageSpace } from './space-of-three.ts'

stageSpace()

type Row = Record<string, unknown>

/** What a record is inserted with. */
const WRITTEN = [
  'id',
  'folder_id',
  'space_id',
  'space_epoch',
  'original_name',
  'file_name',
  'mime_type',
  'file_size',
  'encryption_key',
  'content_id',
  'version',
  'manifest',
  'manifest_signature',
  'segment_hashes',
]

async function recordOf({ api }: VaultPerson, id: string): Promise<Row> {
  const [row] = (await api.rest(`reachable_files?id=eq.${id}&select=*`)) as Row[]
  return Object.fromEntries(WRITTEN.map((column) => [column, row?.[column] ?? null]))
}

/** Takes the sealed bytes of a file and stores them once more, as an object of their own. */
async function copySealed({ api, vault, userId }: VaultPerson, id: string): Promise<string> {
  const { row } = await proveFile(api, vault, id)
  const sealed = await (await api.fetch(`/storage/v1/object/encrypted-files/${row.storage_path}`, {})).arrayBuffer()
  const path = `${userId}/${Date.now()}-${toHex(new Uint8Array(randomBytes(12)))}.qs1`
  await api.fetch(`/storage/v1/object/encrypted-files/${path}`, { method: 'POST', body: sealed })
  return path
}

const insert = ({ api }: VaultPerson, table: string, row: Row) => api.rest(table, { method: 'POST', body: row })

describe('an earlier state', () => {
  test('is not stored again by an editor under the name of its author, in the place of the file or beside it', async () => {
    const id = await storeFile(ada, 'terms.txt', bytes, { spaceId })
    const first = await recordOf(bob, id)
    const path = await copySealed(bob, id)
    await replaceFile(ada, id, Buffer.from('better terms'))
    await deleteForever(bob.api, { fileIds: [id], folderIds: [], spaceId })

    const again = { ...first, storage_path: path }
    await expect(insert(bob, 'team_files', again)).rejects.toThrow('was deleted')
    // Notes of what was deleted end; the signature stays somebody else's.
    await server.database.owner('delete from file_removals where file_id = $1', [id])
    await expect(insert(bob, 'team_files', again)).rejects.toMatchObject({ code: 'not_allowed' })
    // Only the signature is wrong with it: who signed it may.
    const own = await storeFile(ada, 'more.txt', bytes, { spaceId })
    const adas = { ...(await recordOf(ada, own)), storage_path: await copySealed(ada, own) }
    await deleteForever(ada.api, { fileIds: [own], folderIds: [], spaceId })
    await expect(insert(ada, 'team_files', adas)).rejects.toThrow('was deleted')
    await server.database.owner('delete from file_removals where file_id = $1', [own])
    await insert(ada, 'team_files', adas)
    expect((await download(bob, own)).equals(bytes)).toBe(true)
  })

  test('is no next version that somebody else signed', async () => {
    const id = await storeFile(ada, 'terms.txt', bytes, { spaceId })
    const before = await recordOf(bob, id)
    await replaceFile(ada, id, Buffer.from('second'))
    const second = await recordOf(bob, id)
    // The state before the second, and the second by the editor.
    await server.database.owner(
      `update file_records set version = 1, manifest = $2, manifest_signature = $3 where id = $1`,
      [id, before['manifest'], before['manifest_signature']],
    )
    const { version, manifest, manifest_signature } = second
    const change = { version, manifest, manifest_signature }
    const patch = (person: VaultPerson) =>
      person.api.rest(`team_files?id=eq.${id}&select=id`, {
        method: 'PATCH',
        body: change,
        prefer: 'return=representation',
      })
    await expect(patch(bob)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(patch(ada)).resolves.toHaveLength(1)
  })

  test('of a file of one’s own does not come back after it was deleted for good', async () => {
    const dan = await personWithVault(server)
    const id = await storeFile(dan, 'mine.txt', bytes)
    const row = { ...(await recordOf(dan, id)), storage_path: await copySealed(dan, id), user_id: dan.userId }
    await deleteForever(dan.api, { fileIds: [id], folderIds: [] })
    await expect(insert(dan, 'file_records', row)).rejects.toThrow('was deleted')
    const other = await storeFile(dan, 'mine.txt', bytes)
    expect((await download(dan, other)).equals(bytes)).toBe(true)
  })
})
