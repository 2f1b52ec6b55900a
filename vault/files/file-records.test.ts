import { beforeAll, describe, expect, test } from 'vitest'
import {
  canonicalJson,
  contentRoot,
  fromBase64Url,
  manifestHash,
  openSharedRecord,
  randomUuid,
  systemRandom,
  toBase64Url,
  utf8,
  verifyManifest,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, vaultOf } from '../testing/person.ts'
import { type FileRow, type StoredFile, signedAgain, storedFile, shownRow } from '../testing/stored-file.ts'
import { metadataShape, sealForPeople } from './file-columns.ts'
import { proveWithRoot, renameFile, reviseFile, signContent, touchFile } from './file-records.ts'

let ada: Person
let vault: OpenVault
let file: StoredFile
beforeAll(async () => {
  ada = await newPerson()
  vault = await vaultOf(ada)
  file = await storedFile(vault)
})

const fresh = () => ({ ...vault, seenVersions: new Map<string, number>() })
const serve = (row: FileRow = file.row, changed: unknown = [{ id: row.id }]) =>
  new HostileServer({ 'reachable_files?': [row], 'file_records?': changed })
/** The one change that was sent, with its manifest opened. */
async function written(server: HostileServer) {
  const [{ path, body, prefer }] = server.to('file_records?') as [Asked]
  const row = body as Record<string, string>
  const signed = { text: row['manifest']!, signature: fromBase64Url(row['manifest_signature']!) }
  const expected = { fileId: file.row.id, spaceId: vault.personalSpace.id }
  const manifest = await verifyManifest({ signed, author: ada.bundle.keys, expected })
  const context = { kind: 'file', id: file.row.id, version: manifest.version, field: 'metadata' }
  const plain = await vault.personalSpace.records.open(context, manifest.metadata)
  return { path, prefer, row, manifest, metadata: metadataShape.parse(JSON.parse(new TextDecoder().decode(plain))) }
}

describe('another version of a file', () => {
  test('follows the one before, and keeps what was not changed', async () => {
    const own = fresh()
    const server = serve()
    await renameFile(server, own, shownRow(file), 'new.pdf')
    const { path, prefer, row, manifest, metadata } = await written(server)
    expect(path).toBe(`file_records?id=eq.${file.row.id}&version=eq.1&select=id`)
    expect(prefer).toBe('return=representation')
    expect(metadata).toEqual({ ...file.metadata, name: 'new.pdf' })
    const before = JSON.parse(file.row.manifest) as Record<string, string>
    expect(manifest).toMatchObject({
      version: 2,
      previous: await manifestHash({ text: file.row.manifest }),
      contentId: before['content_id'],
      headerTag: fromBase64Url(before['header_tag']!),
      contentRoot: fromBase64Url(before['content_root']!),
      folderId: null,
      roster: null,
    })
    expect(row).toMatchObject({ version: 2, folder_id: null, updated_at: manifest.time })
    for (const absent of ['segment_hashes', 'encryption_key', 'space_epoch', 'trashed_at', 'shared_record']) {
      expect(row).not.toHaveProperty(absent)
    }
    const name = { kind: 'file', id: file.row.id, version: 2, field: 'name' }
    const opened = await vault.personalSpace.records.open(name, fromBase64Url(row['original_name']!))
    expect(new TextDecoder().decode(opened)).toBe('new.pdf')
    expect(own.seenVersions.get(file.row.id)).toBe(2)
  })

  test('lies in another folder, or at the top, and comes out of the trash', async () => {
    const folderId = randomUuid(systemRandom)
    const moved = serve()
    await reviseFile(moved, fresh(), shownRow(file), { folderId, trashedAt: null })
    const { row, manifest, metadata } = await written(moved)
    expect(manifest.folderId).toBe(folderId)
    expect(row).toMatchObject({ folder_id: folderId, trashed_at: null })
    expect(metadata).toEqual(file.metadata)

    const inside = { ...(await signedAgain(file.row, vault, { folderId })), folder_id: folderId }
    const top = serve(inside)
    await reviseFile(top, fresh(), { ...shownRow(file), folderId }, { folderId: null })
    expect((await written(top)).manifest.folderId).toBeNull()
    const same = serve(inside)
    await renameFile(same, fresh(), { ...shownRow(file), folderId }, 'x')
    expect((await written(same)).manifest.folderId).toBe(folderId)
  })

  test('is shown to people with a grant as it is now', async () => {
    const server = serve({ ...file.row, shared_record: 'AAAA' })
    await renameFile(server, fresh(), shownRow(file), 'new.pdf')
    const sealed = fromBase64Url((await written(server)).row['shared_record']!)
    const plain = await openSharedRecord({ fileId: file.row.id, version: 2, fileKey: file.fileKey, sealed })
    expect(JSON.parse(new TextDecoder().decode(plain))).toMatchObject({ name: 'new.pdf' })
  })

  test('keeps its own date for them, and nothing of the request that it came through', async () => {
    const modified = '2019-07-06T08:00:00.000Z'
    const received = { request_id: file.row.id, title: 'Papers', time: modified }
    const metadata = { name: 'old.pdf', type: 'application/pdf', size: 3, modified, received }
    const { shared_record: record } = await sealForPeople({ id: file.row.id, version: 1 }, file.fileKey, metadata)
    const sealed = fromBase64Url(record)
    const plain = await openSharedRecord({ fileId: file.row.id, version: 1, fileKey: file.fileKey, sealed })
    expect(JSON.parse(new TextDecoder().decode(plain))).toEqual({
      name: 'old.pdf',
      type: 'application/pdf',
      size: 3,
      modified,
    })
  })

  test('is not written over what somebody else changed meanwhile', async () => {
    for (const changed of [[], null]) {
      const own = fresh()
      const attempt = renameFile(serve(file.row, changed), own, shownRow(file), 'x')
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
      expect(own.seenVersions.get(file.row.id)).toBe(1)
    }
  })

  test('is not written of what is damaged', async () => {
    const server = serve({ ...file.row, file_size: 1 })
    await expect(renameFile(server, fresh(), shownRow(file), 'x')).rejects.toMatchObject({ code: 'file_damaged' })
    expect(server.to('file_records?')).toEqual([])
  })
})

describe('content that is signed with its root', () => {
  test('is proved as it is', async () => {
    const server = serve()
    const { manifest, fileKey } = await proveWithRoot(server, fresh(), shownRow(file))
    expect(manifest.contentRoot).toHaveLength(32)
    expect(fileKey).toEqual(file.fileKey)
    expect(server.asked).toHaveLength(1)
  })

  test('is not signed again after it was read', async () => {
    const server = serve()
    const contentId = String(file.row['content_id'])
    await signContent(server, fresh(), file.row.id, { contentId, leaves: new Uint8Array(32) })
    expect(server.to('file_records?')).toEqual([])
  })
})

describe('content of format 1', () => {
  const { contentId, leaves } = { contentId: () => String(file.row['content_id']), leaves: systemRandom(32) }
  async function first(): Promise<FileRow> {
    const { content_root: _, roster: __, ...said } = JSON.parse(file.row.manifest) as Record<string, string>
    const text = canonicalJson({ ...said, v: 1, policy_epoch: 0 })
    const signature = await ada.signer.sign('qs1/manifest', utf8(text))
    return { ...file.row, manifest: text, manifest_signature: toBase64Url(signature) }
  }

  test('is signed with the root of what was read to its end', async () => {
    const server = serve(await first())
    await signContent(server, fresh(), file.row.id, { contentId: contentId(), leaves })
    const { manifest, row } = await written(server)
    expect(manifest.contentRoot).toEqual(await contentRoot(leaves))
    expect(manifest.version).toBe(2)
    expect(row).toMatchObject({ segment_hashes: null })
  })

  test('is not signed for other content than was read, nor with other leaves', async () => {
    const server = serve(await first())
    await signContent(server, fresh(), file.row.id, { contentId: randomUuid(systemRandom), leaves })
    expect(server.to('file_records?')).toEqual([])
    const short = signContent(server, fresh(), file.row.id, { contentId: contentId(), leaves: new Uint8Array(64) })
    await expect(short).rejects.toMatchObject({ code: 'unexpected' })
  })
})

test('opening a file notes when', async () => {
  const server = new HostileServer({ 'file_records?': null })
  await touchFile(server, 'abc', 'preview', new Date('2026-03-04T05:06:07.089Z'))
  expect(server.asked).toMatchObject([
    { path: 'file_records?id=eq.abc', method: 'PATCH', body: { last_accessed: '2026-03-04T05:06:07.089Z' } },
  ])
})
