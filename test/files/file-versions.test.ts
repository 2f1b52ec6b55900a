import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trashTasks } from '#server/trash/trash.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { deleteVersion, listVersions, openVersion, restoreVersion } from '#vault/files/file-versions.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { listLinks } from '#vault/sharing/links/links.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { deleteForever } from '#vault/folders/trash.ts'
import { abandonUpload } from '#vault/transfer/discard-upload.ts'
import { commitUpload, contentKeysOf, planReplacement, restorePlan, savePlan } from '#vault/transfer/upload-plan.ts'
import { readContent, storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

const { signal } = new AbortController()
const [first, second, third] = [randomBytes(5000), randomBytes(6000), randomBytes(300)]

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  bob = await personWithVault(server)
})
afterAll(() => server.stop())

async function replace(id: string, bytes: Buffer): Promise<void> {
  const { api, vault } = ada
  const file = { name: 'ignored', type: 'text/plain', sizeBytes: bytes.length, folderId: null }
  const planned = await planReplacement(api, vault, { shown: await shown(ada, id), file, now: new Date() })
  const plan = await restorePlan(vault, planned.fileId, await savePlan(vault, planned))
  const source = new Blob([new Uint8Array(bytes)])
  const leaves = await sendWhole(api, contentKeysOf(plan), {
    source,
    signal,
    report: { sent: () => undefined, troubled: () => undefined, sealed: () => undefined },
  })
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  // An answer that was lost: the same again changes nothing.
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  expect(await abandonUpload(api, plan)).toBe('committed')
}

const versionsOf = (id: string) => listVersions(ada.api, ada.vault, { id, spaceId: null })

async function contentOf(id: string): Promise<Buffer> {
  return readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, id)))
}

const objectCount = async () => {
  const sql = `select count(*)::int as count from storage.objects where name like $1 || '/%'`
  return (await server.database.owner<{ count: number }>(sql, [ada.userId])).rows[0]?.count
}

test('replaced content is kept, proved, read, and restored as the next signed version', async () => {
  const id = await storeFile(ada, 'plan.txt', first)
  await renameFile(ada.api, ada.vault, await shown(ada, id), 'better plan.txt')
  await replace(id, second)

  expect(await contentOf(id)).toEqual(second)
  const { manifest, metadata } = await proveFile(ada.api, ada.vault, id)
  expect([manifest.version, metadata.name, metadata.size]).toEqual([3, 'better plan.txt', 6000])
  const [kept] = await versionsOf(id)
  expect(kept).toMatchObject({ version: 2, sizeBytes: 5000, isDamaged: false })
  const opened = await openVersion(ada.api, ada.vault, kept!)
  expect(await readContent(ada.api, opened.keys)).toEqual(first)

  await restoreVersion(ada.api, ada.vault, kept!)
  expect(await contentOf(id)).toEqual(first)
  const after = await versionsOf(id)
  expect(after.map(({ version, sizeBytes }) => [version, sizeBytes])).toEqual([[3, 6000]])
  expect((await proveFile(ada.api, ada.vault, id)).manifest.version).toBe(4)

  await deleteVersion(ada.api, ada.vault, after[0]!)
  expect(await versionsOf(id)).toEqual([])
  expect(await contentOf(id)).toEqual(first)
  // It lies in the trash for its days, and comes back from there.
  const purge = async () => trashTasks({ database: server.database }).tasks['versions:purge']?.({})
  const putBack = () => ada.api.rest('rpc/put_back_versions', { method: 'POST', body: { file: id } })
  await purge()
  expect(await putBack()).toBe(1)
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([3])
  await deleteVersion(ada.api, ada.vault, after[0]!)
  await server.database.owner(`update file_versions set trashed_at = trashed_at - interval '31 days'`)
  await purge()
  expect(await putBack()).toBe(0)
  await deleteForever(ada.api, { fileIds: [id], folderIds: [] })
  expect(await objectCount()).toBe(0)
})

test('a version that the server changed is shown as damaged and not opened', async () => {
  const id = await storeFile(ada, 'plan.txt', first)
  const other = await storeFile(ada, 'other.txt', third)
  await replace(id, second)
  await server.database.owner(
    `update file_versions set content_id = (select content_id from file_records where id = $2) where file_id = $1`,
    [id, other],
  )

  const [kept] = await versionsOf(id)
  expect(kept).toMatchObject({ isDamaged: true })
  await expect(openVersion(ada.api, ada.vault, kept!)).rejects.toMatchObject({ code: 'file_damaged' })
  await expect(restoreVersion(ada.api, ada.vault, kept!)).rejects.toMatchObject({ code: 'file_damaged' })
  await deleteForever(ada.api, { fileIds: [id, other], folderIds: [] })
  expect(await objectCount()).toBe(0)
})

test('versions are their owner’s alone, and nobody writes one', async () => {
  const id = await storeFile(ada, 'plan.txt', first)
  await replace(id, second)
  const [kept] = await versionsOf(id)

  expect(await listVersions(bob.api, bob.vault, { id, spaceId: null })).toEqual([])
  await expect(deleteVersion(bob.api, bob.vault, kept!)).rejects.toMatchObject({ code: 'not_found' })
  await deleteVersion(bob.api, bob.vault, { ...kept!, isDamaged: true })
  expect(await versionsOf(id)).toHaveLength(1)
  for (const method of ['POST', 'PATCH'] as const) {
    const path = method === 'POST' ? 'file_versions' : `file_versions?id=eq.${kept?.id}`
    await expect(ada.api.rest(path, { method, body: { version: 9 } })).rejects.toThrow()
  }
})

test('links end with the content they were made for', async () => {
  const id = await storeFile(ada, 'plan.txt', first)
  const wanted = { file: await shown(ada, id), days: 1, password: null, maxDownloads: null, sender: null }
  await createLink(ada.api, ada.vault, wanted, new Date())
  await replace(id, second)

  expect(await listLinks(ada.api, ada.vault, id)).toEqual([])
})

test('the job keeps the newest ones, for their days', async () => {
  const id = await storeFile(ada, 'plan.txt', first)
  for (const bytes of [second, third, first, second]) await replace(id, bytes)
  const before = await objectCount()
  const purge = async (limits: { kept: number; days: number }) => {
    const { tasks } = trashTasks({ database: server.database, versions: limits })
    await tasks['versions:purge']?.({})
  }

  // The first of a day stays for a week: nobody pushes out what was there before by replacing it often.
  await purge({ kept: 2, days: 30 })
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([4, 3, 1])
  await server.database.owner(`update file_versions set replaced_at = replaced_at - interval '8 days'`)
  await purge({ kept: 2, days: 30 })
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([4, 3])
  expect(await objectCount()).toBe((before ?? 0) - 2)
  await server.database.owner(`update file_versions set replaced_at = now() - interval '31 days' where version < 4`)
  await purge({ kept: 3, days: 30 })
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([4])
})
